import { and, type SQL, sql } from 'drizzle-orm'
import { fewVisible, organizationSeen, seesEveryDocument, visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { clientInOrder, clientKey } from '../db/client-key.ts'
import { run } from '../db/named.ts'
import { clients, documents } from '../db/tables/documents.ts'
import { escaped, wordsOf } from '../platform/search.ts'

const most = 10
/** So many clients are looked up among the documents that begin with the text, and that have its words elsewhere. */
const lookedUp = { first: 100, others: 500 }
const keyOfDocument = clientKey(sql`${documents.clientName}`)

/** At most ten names of clients of documents that the caller may see. */
export async function suggestClients(ctx: Acting<ReadCtx>, text: string): Promise<{ names: string[] }> {
  // Each client once, as its newest document has it.
  const statement = sql`
    select (array_agg(name order by created_at desc, id desc))[1] as name from (${await found(ctx, text)}) found
    group by key order by ${begins(text)} desc, key limit ${most}`
  const rows = await run<{ name: string }>(ctx, statement, { prepared: false })
  return { names: rows.map(({ name }) => name) }
}

async function found(ctx: Acting<ReadCtx>, text: string): Promise<SQL> {
  const { actor, now } = ctx
  if (seesEveryDocument(actor, now))
    return lookedUpOnes(ctx, text, { first: firstOfAll(text), isOf: sql`${keyOfDocument} = clients.key` })
  const organization = organizationSeen(actor, now)
  if (!organization || (await fewVisible(ctx))) return amongFew(ctx, text)
  const of = sql`${documents.organizationId} = ${organization.id} and ${documents.deletedAt} is null`
  const isOf = sql`${of} and ${clientInOrder} = clients.key`
  const theirs = lookedUpOnes(ctx, text, { first: firstOf(of, text), isOf })
  return sql`(${theirs}) union all (${amongFew(ctx, text, organization.others)})`
}

/** Every word that was typed begins one of the name. `words`: see the table of clients. */
export const matching = (words: SQL, text: string): SQL | undefined =>
  and(...wordsOf(text.replace(/[-/(&]/g, ' ')).map((word) => sql`${words} like ${`% ${escaped(word)}%`}`))

const begins = (text: string): SQL => sql`starts_with(key, deedbox_fold(${text}))`

/** The clients that begin with the text, in an order that an index has. */
const inRange = (key: SQL, text: string): SQL =>
  sql`${key} >= deedbox_fold(${text}) and ${key} < deedbox_fold(${text}) || chr(1114111)`

function firstOfAll(text: string): SQL {
  const key = sql`${clients.key} collate "C"`
  return sql`select key from ${clients} where ${inRange(key, text)} order by ${key} limit ${lookedUp.first}`
}

/** From one client to the next in the index of these documents, which may have many of each. */
function firstOf(of: SQL, text: string): SQL {
  const next = (after: SQL) => sql`select ${clientInOrder} as key from ${documents}
    where ${of} and ${documents.clientName} is not null and ${inRange(clientInOrder, text)} and ${after} order by ${clientInOrder} limit 1`
  return sql`
    with recursive in_order as (
      (${next(sql`${documents.clientName} <> ''`)}) union all
      select (${next(sql`${clientInOrder} > in_order.key`)}) from in_order where in_order.key is not null
    ) select key from in_order where key is not null limit ${most}`
}

/** The first clients, and others from their table, each looked up among the documents. */
function lookedUpOnes(
  { actor, now }: Acting<ReadCtx>,
  text: string,
  { first, isOf }: { first: SQL; isOf: SQL },
): SQL {
  const matched = matching(sql`${clients.words}`, text) ?? sql`false`
  const others = sql`select key from ${clients} where ${matched} limit ${lookedUp.others}`
  return sql`
    select clients.key, newest.* from (
      select key from ((${first}) union (${others})) found order by ${begins(text)} desc, key
    ) clients cross join lateral (
      select ${documents.clientName} as name, ${documents.createdAt}, ${documents.id} from ${documents}
      where ${and(isOf, sql`${documents.clientName} <> ''`, visibleTo(actor, now))}
      order by ${documents.createdAt} desc, ${documents.id} desc limit 1
    ) newest limit ${most}`
}

/** From the documents themselves, where they are few. */
function amongFew({ actor, now }: Acting<ReadCtx>, text: string, which?: SQL): SQL {
  const words = sql`' ' || translate(${keyOfDocument}, '-/(&', '    ')`
  return sql`select ${keyOfDocument} as key, ${documents.clientName} as name, ${documents.createdAt}, ${documents.id} from ${documents}
    where ${and(sql`${documents.clientName} <> ''`, visibleTo(actor, now), which, matching(words, text))}`
}
