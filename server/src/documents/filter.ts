import { type DocumentFilter, type OfDocuments, withArchived } from '@deedbox/contract/documents.ts'
import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import { grantIs, unlessArchived } from '../access/visible.ts'
import type { Actor } from '../context/actor.ts'
import type { ReadCtx } from '../context/context.ts'
import { ofClient } from '../db/client-key.ts'
import { frozen, run } from '../db/named.ts'
import { short } from '../db/search-text.ts'
import { documentAccess, documents, recipients } from '../db/tables/documents.ts'
import { anywhere, wordsOf } from '../platform/search.ts'

/**
 * How conditions are written for the planner. 'each': for each document by itself, where most are expected to fit, or few are
 * looked at. 'few': from the grants to their documents, where there are few. 'planned': for all documents. 'found': for the
 * documents that an index finds for the rest of the filter, whose grants are looked at for each by itself.
 */
export type How = 'each' | 'few' | 'planned' | 'found'

/** Whether an index finds one of the words, so that not every document is read. */
export const hasIndex = (text: string): boolean =>
  wordsOf(text).some((word) => /[\p{L}\p{N}]{3}|^[\p{L}\p{N}]{2}$|^.$/u.test(word))

/** Every word must be in the title, the client, the owner or the file name. */
const search = (text: string, how: How): (SQL | undefined)[] =>
  wordsOf(text).flatMap((word) => [
    like(documents.searchText, anywhere(word)),
    how === 'planned' || how === 'found' ? short(word) : undefined,
  ])

/** When a document expires, as its index has it. */
export const expiry = frozen(sql`coalesce(${documents.expiryDate}, 'infinity'::date)`)

function expires({ expiryDateFrom, expiryDateTo }: DocumentFilter): SQL | undefined {
  if (!expiryDateFrom && !expiryDateTo) return undefined
  return and(
    expiryDateFrom ? sql`${expiry} >= ${expiryDateFrom}::date` : undefined,
    expiryDateTo ? sql`${expiry} <= ${expiryDateTo}::date` : sql`${expiry} < 'infinity'::date`,
  )
}

/** Everybody with such an email address to whom something was shared. */
const peopleWith = (to: string) =>
  sql`select distinct ${recipients.userEmail} from ${recipients} where ${like(recipients.userEmail, to)}`
const sharedWith = (to: string) => sql`${documentAccess.userEmail} = any(array(${peopleWith(to)}))`

/** Whether the filter asks for the grants of a document: among all of these for those who see them, else the reader's own. */
export const asksForGrants = ({ userEmail, accessStatus }: DocumentFilter): boolean =>
  Boolean(userEmail) || (accessStatus !== undefined && accessStatus !== 'all')

/** What the filter asks of a grant, over `document_access`. */
export function ofGrant(now: Date, { userEmail, accessStatus }: DocumentFilter) {
  return {
    named: userEmail ? like(documentAccess.userEmail, anywhere(userEmail)) : undefined,
    is: accessStatus && accessStatus !== 'all' ? grantIs(accessStatus, now) : undefined,
  }
}

function byGrant(actor: Actor, now: Date, filter: DocumentFilter, how: How): SQL | undefined {
  if (!asksForGrants(filter)) return undefined
  const { userEmail } = filter
  const { named, is } = ofGrant(now, filter)
  const from = (grants: SQL | undefined) =>
    sql`${documents.id} = any(array(select ${documentAccess.documentId} from ${documentAccess} where ${grants}))`
  if (!actor.permissions.includes('canManageDocuments'))
    return from(and(eq(documentAccess.userEmail, actor.email), named, is))
  if (how === 'few' && userEmail) return from(and(sharedWith(anywhere(userEmail)), is))
  const here = and(eq(documentAccess.documentId, documents.id), is, named)
  if (how === 'each' || how === 'found')
    return sql`coalesce((select true from ${documentAccess} where ${here} limit 1), false)`
  return sql`exists (select 1 from ${documentAccess} where ${here})`
}

/** So little is shared with them that their documents are read from their grants, or so much that it is better than to ask every document. */
const bounds = { few: { people: 1_000, grants: 10_000 }, some: { people: 500, grants: 30_000 } }

/** Whether the filter names people to whom little was shared, or at least not very much. */
export async function names(
  how: keyof typeof bounds,
  { query }: Pick<ReadCtx, 'query'>,
  { userEmail }: DocumentFilter,
): Promise<boolean> {
  if (!userEmail) return false
  const to = anywhere(userEmail)
  const most = bounds[how]
  const atMost = (rows: SQL, most: number) =>
    sql`(select count(*) from (${rows} limit ${sql.raw(String(most + 1))}) counted) <= ${sql.raw(String(most))}`
  const people = atMost(peopleWith(to), most.people)
  const grants = atMost(sql`select 1 from ${documentAccess} where ${sharedWith(to)}`, most.grants)
  const statement = sql`select case when ${people} then ${grants} else false end as fits`
  const [row] = await run<{ fits: boolean }>({ query }, statement, { prepared: false })
  return row?.fits ?? false
}

/** How many documents a client has, up to 30,000. */
export async function sizeOfClient({ query }: Pick<ReadCtx, 'query'>, name: string): Promise<number> {
  const all = sql`select 1 from ${documents} where ${ofClient(name)} limit 30000`
  const [row] = await run<{ n: number }>({ query }, sql`select count(*)::int as n from (${all}) theirs`, {
    prepared: false,
  })
  return row?.n ?? 0
}

/** The status that a filter asks for. */
export const statusOf = ({ status }: DocumentFilter) =>
  status === 'all' || status === withArchived ? undefined : status

/** Without a status, lists leave archived documents out (ADR 40). */
export const leavesArchivedOut = ({ status }: DocumentFilter): boolean => !status || status === 'all'
export const unlessAsked = (actor: Actor, now: Date, filter: DocumentFilter): SQL | undefined =>
  leavesArchivedOut(filter) ? unlessArchived(actor, now) : undefined

/**
 * The conditions of the filter object (specification, section 3); none for what is blank or 'all'. Archived documents are
 * left out by {@link unlessAsked}.
 */
export function filtered(actor: Actor, now: Date, filter: DocumentFilter, how: How = 'planned'): SQL[] {
  const { documentType } = filter
  const status = statusOf(filter)
  return [
    ...search(filter.search ?? '', how),
    byGrant(actor, now, filter, how),
    documentType && documentType !== 'all' ? eq(documents.type, documentType) : undefined,
    status && eq(documents.status, status),
    expires(filter),
  ].filter((condition) => condition !== undefined)
}

/** The filter of documents in a list of what belongs to them; undefined where only people are chosen, or nothing. */
export function filterOf(
  query: OfDocuments & { userEmail?: string | undefined },
): DocumentFilter | undefined {
  const { documentSearch, documentStatus, documentType, accessStatus, expiryDateFrom, expiryDateTo } = query
  const set = { documentType, accessStatus, expiryDateFrom, expiryDateTo }
  const filter = { ...set, search: documentSearch, status: documentStatus }
  if (!Object.values(filter).some((value) => value && value !== 'all')) return undefined
  return { ...filter, userEmail: query.userEmail }
}

/** Those of the conditions that an index of the order can begin with. */
export function withinOrder(sort: string, filter: DocumentFilter): SQL | undefined {
  const { documentType } = filter
  const status = statusOf(filter)
  if (sort === 'expiryDate') return expires(filter)
  if (sort === 'type' && documentType && documentType !== 'all') return eq(documents.type, documentType)
  const ordered = sort === 'status' || sort === 'uploadedAt'
  return ordered && status ? eq(documents.status, status) : undefined
}
