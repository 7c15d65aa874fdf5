import { and, type SQL, sql } from 'drizzle-orm'
import { clientKey } from '../../db/client-key.ts'
import { isFew } from '../../db/list.ts'
import { run } from '../../db/named.ts'
import { clients, documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { escaped, wordsOf } from '../../platform/search.ts'
import { seesEveryDocument, visibleTo } from '../../policy/visible.ts'

const most = 10
/** Numbers of clients looked up among the documents that begin with the text, and that have its words elsewhere. */
const lookedUp = { first: 100, others: 500 }
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
  const visible = visibleTo(ctx.actor, ctx.now)
  const few = await isFew(ctx, () => sql`select 1 from ${documents} where ${visible}`)
  return few ? ofDocuments(ctx, text) : ofClients(ctx, text)
}

/** Matches a name if every word that was typed begins one of its own. `words`: see the table of clients. */
export const matching = (words: SQL, text: string): SQL | undefined =>
  and(...wordsOf(text.replace(/[-/(&]/g, ' ')).map((word) => sql`${words} like ${`% ${escaped(word)}%`}`))

const begins = (text: string): SQL => sql`starts_with(key, deedbox_fold(${text}))`

/**
 * Selects the newest document of each of the clients that begin with the text, in an order that an index has, and of others from their table. Whoever
 * sees every document sees one of each client, so that `only` these numbers of clients are looked up.
 */
function ofClients({ actor, now }: Acting<ReadCtx>, text: string, only?: typeof lookedUp): SQL {
  const key = sql`${clients.key} collate "C"`
  const inRange = sql`${key} >= deedbox_fold(${text}) and ${key} < deedbox_fold(${text}) || chr(1114111)`
  const first = sql`select key from ${clients} where ${inRange} order by ${key} ${only && sql`limit ${only.first}`}`
  const matched = matching(sql`${clients.words}`, text) ?? sql`false`
  const others = sql`select key from ${clients} where ${matched} ${only && sql`limit ${only.others}`}`
  return sql`
    select clients.key, newest.* from (
      select key from ((${first}) union (${others})) found order by ${begins(text)} desc, key
    ) clients cross join lateral (
      select ${documents.clientName} as name, ${documents.createdAt}, ${documents.id} from ${documents}
      where ${and(sql`${keyOfDocument} = clients.key`, sql`${documents.clientName} <> ''`, visibleTo(actor, now))}
      order by ${documents.createdAt} desc, ${documents.id} desc limit 1
    ) newest limit ${most}`
}

function ofDocuments({ actor, now }: Acting<ReadCtx>, text: string): SQL {
  const words = sql`' ' || translate(${keyOfDocument}, '-/(&', '    ')`
  return sql`select ${keyOfDocument} as key, ${documents.clientName} as name, ${documents.createdAt}, ${documents.id} from ${documents}
    where ${and(sql`${documents.clientName} <> ''`, visibleTo(actor, now), matching(words, text))}`
}
