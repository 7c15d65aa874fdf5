import { and, like, type SQL, sql } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { hasWord } from '../db/search-text.ts'
import { documentAccess, documents, recipients } from '../db/tables/documents.ts'
import { anywhere } from '../platform/search.ts'
import type { Conditions } from './list-conditions.ts'

/** How many grants are read and sorted for a page, and how many documents or people looked for in them. */
export const most = { grants: 5_000, documents: 500, people: 500 }
export type Most = typeof most

/** The grants of one filter: how many (at most one more than `most`), and the condition by which an index finds them. */
type Probe = { count: number; found: SQL; some?: SQL | undefined }

/** What is known of the filters after a look at their indexes. */
export type Probed = {
  /** The condition that finds the fewest grants, if these are few enough to read them all. */
  few: SQL | undefined
  /** One that finds many of them, if any is known. */
  many: SQL | undefined
  /** Some of the documents with a word that many have. */
  documents: string[] | undefined
  /** Words that are in no reader's name or email: they must be in the document. */
  placed: string[]
}

const peopleWhere = (which: SQL, { people }: Most) =>
  sql`(select coalesce(jsonb_agg(email), '[]') from (
    select distinct ${recipients.userEmail} as email from ${recipients} where ${which} limit ${people + 1}) found)`
const documentsWhere = (which: SQL | undefined, most: Most) =>
  sql`(select coalesce(jsonb_agg(id), '[]') from (
    select ${documents.id} as id from ${documents} where ${which} limit ${most.documents + 1}) found)`
type Candidate = Conditions['indexed'][number]
function countWhere({ found, most, isMany }: Candidate, { grants, documents }: Most): SQL {
  const count = (which: SQL) =>
    sql`(select count(*) from (select 1 from ${documentAccess} where ${which} limit ${grants + 1}) found)::int`
  if (isMany)
    return sql`(select case when ${isMany(documents)} then ${grants + 1}::int else ${count(found)} end)`
  // Where those of its own index are enough, the others need not be looked for.
  return most
    ? sql`(select case when n > ${grants} then n else ${count(found)} end from (select ${count(most)} as n) most)`
    : count(found)
}

/** Nothing is known. */
export const none: Probed = { few: undefined, many: undefined, documents: undefined, placed: [] }

/** Looks how many grants each filter finds, without reading many of them. */
export async function probe(
  ctx: Pick<ReadCtx, 'query'>,
  { words, userEmail, indexed }: Conditions,
  bounds: Most = most,
): Promise<Probed> {
  const parts = [
    ...words.flatMap((word) => [
      documentsWhere(hasWord(word), bounds),
      peopleWhere(like(recipients.searchText, anywhere(word)), bounds),
    ]),
    ...(userEmail ? [peopleWhere(like(recipients.userEmail, userEmail), bounds)] : []),
  ]
  if (parts.length + indexed.length === 0) return none
  const lists = await values<string[]>(ctx, parts)
  const sources = [
    ...words.map((word, n) => ({ word, ids: lists[2 * n] ?? [], emails: lists[2 * n + 1] ?? [] })),
    ...(userEmail ? [{ word: undefined, ids: [], emails: lists[2 * words.length] ?? [] }] : []),
  ]
  const whole = sources.filter(
    ({ ids, emails }) => ids.length <= bounds.documents && emails.length <= bounds.people,
  )
  const candidates: Candidate[] = [...whole.map((source) => ({ found: grantsOf(source) })), ...indexed]
  const counts = await values<number>(
    ctx,
    candidates.map((candidate) => countWhere(candidate, bounds)),
  )
  const probes: Probe[] = candidates.map(({ found, some }, n) => ({ found, some, count: counts[n] ?? 0 }))
  const [fewest] = probes.sort((a, b) => a.count - b.count)
  const broad = sources.find((source) => !whole.includes(source))
  return {
    few: fewest && fewest.count <= bounds.grants ? fewest.found : undefined,
    documents: sources.find(({ ids }) => ids.length > bounds.documents)?.ids,
    many: broad ? grantsOf(broad) : (fewest?.some ?? fewest?.found),
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
    word === undefined ? ofThese : (and(ofThese, like(documentAccess.searchText, anywhere(word))) ?? ofThese)
  if (ids.length === 0) return theirs
  return emails.length === 0 ? onThese : sql`(${onThese} or ${theirs})`
}
