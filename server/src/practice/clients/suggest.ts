import { and, type SQL, sql } from 'drizzle-orm'
import { clientKey } from '../../db/client-key.ts'
import { isFew } from '../../db/list.ts'
import { run } from '../../db/named.ts'
import { clients, documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { escaped, wordsOf } from '../../platform/search.ts'
import { seesEveryDocument, seesOwnOnly, visibleTo } from '../../policy/visible.ts'

const most = 10
/** Number of clients looked up that have the words of the text elsewhere than at their beginning. */
const lookedUp = 500
const keyOfDocument = clientKey(sql`${documents.clientName}`)

/** Suggests at most ten names of clients of documents that the caller may see. */
export async function suggestClients(ctx: Acting<ReadCtx>, text: string): Promise<{ names: string[] }> {
  // Clients are listed once each, as their newest document has them.
  const statement = sql`
    select (array_agg(name order by created_at desc, id desc))[1] as name from (${await found(ctx, text)}) found
    group by key order by ${begins(text)} desc, key limit ${most}`
  const rows = await run<{ name: string }>(ctx, statement, { prepared: false })
  return { names: rows.map(({ name }) => name) }
}

/** Reads the clients of each of few documents; of many, looks for the documents of the clients that the table of clients finds. */
async function found(ctx: Acting<ReadCtx>, text: string): Promise<SQL> {
  if (seesEveryDocument(ctx.actor, ctx.now)) return ofClients(ctx, text, lookedUp)
  // Who sees more than their own sees an organisation's: an index counts these without a look at them.
  const theirs = seesOwnOnly(ctx.actor)
    ? visibleTo(ctx.actor, ctx.now)
    : sql`${documents.organizationId} = ${ctx.actor.organizationId}`
  const few = await isFew(ctx, () => sql`select 1 from ${documents} where ${theirs}`)
  return few ? ofDocuments(ctx, text) : ofClients(ctx, text)
}

/** Matches a name if every word that was typed begins one of its own. `words`: see the table of clients. */
export const matching = (words: SQL, text: string): SQL | undefined =>
  and(...wordsOf(text.replace(/[-/(&]/g, ' ')).map((word) => sql`${words} like ${`% ${escaped(word)}%`}`))

const begins = (text: string): SQL => sql`starts_with(key, deedbox_fold(${text}))`

/**
 * Selects the newest document of each of the first clients: of those that begin with the text, in the order of their index, and only where these are too few
 * of others that have its words. Whoever sees every document sees one of each client, so that `only` so many of the others are looked up.
 */
function ofClients({ actor, now }: Acting<ReadCtx>, text: string, only?: number): SQL {
  const key = sql`${clients.key} collate "C"`
  const inRange = sql`${key} >= deedbox_fold(${text}) and ${key} < deedbox_fold(${text}) || chr(1114111)`
  const matched = matching(sql`${clients.words}`, text) ?? sql`false`
  const others = sql`select key from ${clients} where ${matched} and not ${begins(text)} ${only && sql`limit ${only}`}`
  const newestOf = (keys: SQL) => sql`
    select clients.key, newest.* from (select key from (${keys}) found order by key collate "C") clients cross join lateral (
      select ${documents.clientName} as name, ${documents.createdAt}, ${documents.id} from ${documents}
      where ${and(sql`${keyOfDocument} = clients.key`, sql`${documents.clientName} <> ''`, visibleTo(actor, now))}
      order by ${documents.createdAt} desc, ${documents.id} desc limit 1
    ) newest limit ${most}`
  const first = newestOf(sql`select key from ${clients} where ${inRange}`)
  return sql`(${first}) union all (${newestOf(others)}) limit ${most}`
}

function ofDocuments({ actor, now }: Acting<ReadCtx>, text: string): SQL {
  const words = sql`' ' || translate(${keyOfDocument}, '-/(&', '    ')`
  return sql`select ${keyOfDocument} as key, ${documents.clientName} as name, ${documents.createdAt}, ${documents.id} from ${documents}
    where ${and(sql`${documents.clientName} <> ''`, visibleTo(actor, now), matching(words, text))}`
}
