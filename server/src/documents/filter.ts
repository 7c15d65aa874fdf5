import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import { grantIs } from '../access/visible.ts'
import type { Actor } from '../context/actor.ts'
import type { ReadCtx } from '../context/context.ts'
import { frozen, run } from '../db/named.ts'
import { documentAccess, documents, recipients } from '../db/tables/documents.ts'
import { anywhere, wordsOf } from '../platform/search.ts'

/** Every word must be in the title, the client, the owner or the file name. */
const search = (text: string): SQL[] =>
  wordsOf(text).map((word) => like(documents.searchText, anywhere(word)))

/** When a document expires, as its index has it. */
export const expiry = frozen(sql`coalesce(${documents.expiryDate}, 'infinity'::date)`)

function expires({ expiryDateFrom, expiryDateTo }: DocumentFilter): SQL | undefined {
  if (!expiryDateFrom && !expiryDateTo) return undefined
  return and(
    expiryDateFrom ? sql`${expiry} >= ${expiryDateFrom}::date` : undefined,
    expiryDateTo ? sql`${expiry} <= ${expiryDateTo}::date` : sql`${expiry} < 'infinity'::date`,
  )
}

/** The grants that a filter speaks of: among all grants for those who see them, else the reader's own. */
function grantsOf(actor: Actor, now: Date, { userEmail, accessStatus }: DocumentFilter) {
  const status = accessStatus === 'all' ? undefined : accessStatus
  if (!userEmail && !status) return undefined
  return {
    to: userEmail ? anywhere(userEmail) : undefined,
    also: and(
      actor.permissions.includes('canManageDocuments')
        ? undefined
        : eq(documentAccess.userEmail, actor.email),
      status ? grantIs(status, now) : undefined,
    ),
  }
}

/**
 * How the condition on grants is written for the planner. 'each': for each document by itself, where most are expected to fit.
 * 'few': from the grants to their documents, where there are few.
 */
type How = 'each' | 'few' | 'planned'

/** Everybody with such an email address to whom something was shared. */
const peopleWith = (to: string) =>
  sql`select distinct ${recipients.userEmail} from ${recipients} where ${like(recipients.userEmail, to)}`
const sharedWith = (to: string) => sql`${documentAccess.userEmail} = any(array(${peopleWith(to)}))`

function byGrant(actor: Actor, now: Date, filter: DocumentFilter, how: How): SQL | undefined {
  const grants = grantsOf(actor, now, filter)
  if (!grants) return undefined
  const { to, also } = grants
  if (how === 'few' && to)
    return sql`${documents.id} = any(array(select ${documentAccess.documentId} from ${documentAccess} where ${and(sharedWith(to), also)}))`
  const here = and(
    eq(documentAccess.documentId, documents.id),
    also,
    to ? like(documentAccess.userEmail, to) : undefined,
  )
  if (how === 'each') return sql`coalesce((select true from ${documentAccess} where ${here} limit 1), false)`
  return sql`exists (select 1 from ${documentAccess} where ${here})`
}

const fewPeople = 1_000
const fewGrants = 10_000

/** Whether the filter names people to whom little was shared: then their documents are read from their grants. */
export async function namesFew(
  { query }: Pick<ReadCtx, 'query'>,
  { userEmail }: DocumentFilter,
): Promise<boolean> {
  if (!userEmail) return false
  const to = anywhere(userEmail)
  const atMost = (rows: SQL, most: number) =>
    sql`(select count(*) from (${rows} limit ${sql.raw(String(most + 1))}) counted) <= ${sql.raw(String(most))}`
  const people = atMost(peopleWith(to), fewPeople)
  const grants = atMost(sql`select 1 from ${documentAccess} where ${sharedWith(to)}`, fewGrants)
  const statement = sql`select case when ${people} then ${grants} else false end as few`
  const [row] = await run<{ few: boolean }>({ query }, statement, { prepared: false })
  return row?.few ?? false
}

/**
 * The conditions of the filter object (specification, section 3); none for what is blank or 'all'.
 */
export function filtered(actor: Actor, now: Date, filter: DocumentFilter, how: How = 'planned'): SQL[] {
  const { documentType, status } = filter
  return [
    ...search(filter.search ?? ''),
    byGrant(actor, now, filter, how),
    documentType && documentType !== 'all' ? eq(documents.type, documentType) : undefined,
    status && status !== 'all' ? eq(documents.status, status) : undefined,
    expires(filter),
  ].filter((condition) => condition !== undefined)
}

/** Those of the conditions that the index of an order can begin with. */
export function withinOrder(sort: string, filter: DocumentFilter): SQL | undefined {
  const { documentType, status } = filter
  if (sort === 'expiryDate') return expires(filter)
  if (sort === 'type' && documentType && documentType !== 'all') return eq(documents.type, documentType)
  return sort === 'status' && status && status !== 'all' ? eq(documents.status, status) : undefined
}
