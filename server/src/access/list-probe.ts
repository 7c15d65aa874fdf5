import { and, like, type SQL, sql } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { documentAccess, documents, recipients } from '../db/tables/documents.ts'
import type { Conditions } from './list-conditions.ts'

/** How many grants are read and sorted for a page, and how many documents or people looked for in them. */
export const most = { grants: 5_000, documents: 500, people: 500 }
export type Most = typeof most

/** The grants of one filter: how many (at most one more than `most`), and the condition by which an index finds them. */
type Probe = { count: number; found: SQL }

/** What is known of the filters after a look at their indexes. */
export type Probed = {
  /** The condition that finds the fewest grants, if these are few enough to read them all. */
  few: SQL | undefined
  /** One that finds many of them, if any is known. */
  many: SQL | undefined
  /** Words that are in no reader's name or email: they must be in the document. */
  placed: string[]
}

const peopleWhere = (which: SQL, { people }: Most) =>
  sql`(select coalesce(jsonb_agg(email), '[]') from (
    select distinct ${recipients.userEmail} as email from ${recipients} where ${which} limit ${people + 1}) found)`
const documentsWhere = (which: SQL, most: Most) =>
  sql`(select coalesce(jsonb_agg(id), '[]') from (
    select ${documents.id} as id from ${documents} where ${which} limit ${most.documents + 1}) found)`
const countWhere = (which: SQL, { grants }: Most) =>
  sql`(select count(*) from (select 1 from ${documentAccess} where ${which} limit ${grants + 1}) found)::int`

/** Looks how many grants each filter finds, without reading many of them. */
export async function probe(
  ctx: Pick<ReadCtx, 'query'>,
  { words, userEmail, indexed }: Conditions,
  bounds: Most = most,
): Promise<Probed> {
  const parts = [
    ...words.flatMap((word) => [
      documentsWhere(like(documents.searchText, word), bounds),
      peopleWhere(like(recipients.searchText, word), bounds),
    ]),
    ...(userEmail ? [peopleWhere(like(recipients.userEmail, userEmail), bounds)] : []),
  ]
  if (parts.length + indexed.length === 0) return { few: undefined, many: undefined, placed: [] }
  const lists = await values<string[]>(ctx, parts)
  const sources = [
    ...words.map((word, n) => ({ word, ids: lists[2 * n] ?? [], emails: lists[2 * n + 1] ?? [] })),
    ...(userEmail ? [{ word: undefined, ids: [], emails: lists[2 * words.length] ?? [] }] : []),
  ]
  const whole = sources.filter(
    ({ ids, emails }) => ids.length <= bounds.documents && emails.length <= bounds.people,
  )
  const candidates = [...whole.map(grantsOf), ...indexed]
  const counts = await values<number>(
    ctx,
    candidates.map((found) => countWhere(found, bounds)),
  )
  const probes: Probe[] = candidates.map((found, n) => ({ found, count: counts[n] ?? 0 }))
  const [fewest] = probes.sort((a, b) => a.count - b.count)
  const broad = sources.find((source) => !whole.includes(source))
  return {
    few: fewest && fewest.count <= bounds.grants ? fewest.found : undefined,
    many: broad ? grantsOf(broad) : fewest?.found,
    placed: sources.flatMap(({ word, emails }) => (word !== undefined && emails.length === 0 ? [word] : [])),
  }
}

/** Several values in one statement. */
async function values<T>(ctx: Pick<ReadCtx, 'query'>, parts: SQL[]): Promise<T[]> {
  if (parts.length === 0) return []
  const named = parts.map((part, n) => sql`${part} as ${sql.identifier(`v${n}`)}`)
  const [row] = await run<Record<`v${number}`, T>>(ctx, sql`select ${sql.join(named, sql`, `)}`, {
    prepared: false,
  })
  if (!row) throw new Error('A select without a row')
  return parts.map((_, n) => row[`v${n}`] as T)
}

/** The grants on these documents or of these people. */
function grantsOf({ word, ids, emails }: { word: string | undefined; ids: string[]; emails: string[] }): SQL {
  const onThese = sql`${documentAccess.documentId} = any(${`{${ids.join(',')}}`}::uuid[])`
  const ofThese = sql`${documentAccess.userEmail} = any(array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`
  const theirs =
    word === undefined ? ofThese : (and(ofThese, like(documentAccess.searchText, word)) ?? ofThese)
  if (ids.length === 0) return theirs
  return emails.length === 0 ? onThese : sql`(${onThese} or ${theirs})`
}
