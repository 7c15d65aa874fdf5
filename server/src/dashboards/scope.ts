import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, type Column, eq, gte, like, lte, ne, type SQL, sql } from 'drizzle-orm'
import { grantIs, seesEveryDocument, visibleTo } from '../access/visible.ts'
import type { Actor } from '../context/actor.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { documentAccess, documents, recipients } from '../db/tables/documents.ts'
import { accessRequests } from '../db/tables/requests.ts'
import { documentTallies } from '../db/tables/tallies.ts'
import { filtered } from '../documents/filter.ts'
import { anywhere } from '../platform/search.ts'
import { own, reviewable } from '../requests/find.ts'

/** What a dashboard covers: the documents that the caller sees with a filter, and the grants and requests on them. */
export type Scope = {
  actor: Actor
  /** No filter is set: requests without a document count too. */
  whole: boolean
  /** Over `documents`. */
  shown: SQL
  /** Over `documents`, including deleted ones that can be restored: their readings still count. */
  read: SQL
  /** The documents by id, where they are few; of many without a tally, the first ones, which the figures cover. */
  few: { shown: string[]; read: string[] } | undefined
  /** There are more documents than the figures cover. */
  partial: boolean
  /** Over `document_access`, in addition to its document being covered. */
  grants: SQL | undefined
  /** Over `access_requests`, in addition. */
  requests: SQL
  /** The tallies that have the figures: those of the whole deployment, or those of these documents. */
  tallied: 'whole' | SQL | undefined
  /** The organisation whose documents the tallies count: only those outside it are counted here. */
  organizationId: string | undefined
}

/** Looks how many documents there are, and decides where their figures come from. */
export async function scopeOf(ctx: Acting<ReadCtx>, filter: DocumentFilter = {}): Promise<Scope> {
  const { actor, now } = ctx
  const filters = filtered(actor, now, filter)
  const handles = actor.permissions.includes('canManageDocuments')
  const whole = filters.length === 0
  const everything = seesEveryDocument(actor, now)
  const scope: Scope = {
    actor,
    whole,
    shown: and(visibleTo(actor, now), ...filters) ?? sql`false`,
    read: and(visibleTo(actor, now, 'either'), ...filters) ?? sql`false`,
    few: undefined,
    partial: false,
    grants: and(
      handles ? undefined : eq(documentAccess.userEmail, actor.email),
      filter.userEmail ? like(documentAccess.userEmail, anywhere(filter.userEmail)) : undefined,
    ),
    requests: handles ? reviewable(actor) : own(actor),
    tallied: whole && everything ? 'whole' : undefined,
    organizationId: undefined,
  }
  if (scope.tallied) return scope
  const countedTo = limits.dashboard.counted
  const found = (await ofPeople(ctx, scope, filter, countedTo)) ?? (await firstOf(ctx, scope, countedTo))
  if (found.read.length <= countedTo) return { ...scope, few: found }
  if (everything && isTallied(filter)) return { ...scope, tallied: talliesOf(filter) }
  if (whole && !handles && actor.organizationId) return { ...scope, organizationId: organizationOf(actor) }
  // An unconfirmed trustee's own documents are all counted, however many they are.
  if (!everything) return scope
  return {
    ...scope,
    few: { shown: found.shown.slice(0, countedTo), read: found.read.slice(0, countedTo) },
    partial: true,
  }
}

const organizationOf = ({ permissions, organizationId }: Actor): string | undefined =>
  permissions.includes('canManageOrganization') && organizationId ? organizationId : undefined

type Found = { shown: string[]; read: string[] }

/** So many people, and grants to them, are read to find the documents of a part of an email. */
const most = { people: 500, grants: 10_000 }

/**
 * The documents shared with those whose email has this part, where they are few: from their grants to the documents. Undefined
 * without such a filter, and where they are many.
 */
async function ofPeople(
  ctx: Acting<ReadCtx>,
  scope: Scope,
  { userEmail, ...others }: DocumentFilter,
  countedTo: number,
): Promise<Found | undefined> {
  if (!userEmail || !seesEveryDocument(ctx.actor, ctx.now)) return undefined
  const people = await run<{ email: string }>(
    ctx,
    sql`select distinct ${recipients.userEmail} as email from ${recipients}
      where ${like(recipients.userEmail, anywhere(userEmail))} limit ${most.people + 1}`,
    { prepared: false },
  )
  if (people.length > most.people) return undefined
  const status = others.accessStatus === 'all' ? undefined : others.accessStatus
  const theirs = sql`${documentAccess.userEmail} = any(array(
    select jsonb_array_elements_text(${JSON.stringify(people.map(({ email }) => email))}::jsonb)))`
  const grants = and(theirs, status && grantIs(status, ctx.now)) ?? theirs
  const [row] = await run<{ ids: string[] | null; n: number }>(
    ctx,
    sql`select json_agg(distinct document_id) as ids, count(*)::int as n
      from (select document_id from ${documentAccess} where ${grants} limit ${most.grants + 1}) found`,
    { prepared: false },
  )
  const ids = row?.ids ?? []
  // Of many documents, those are read that come first in the table: most of them fit.
  if ((row?.n ?? 0) > most.grants) return undefined
  const rest = filtered(ctx.actor, ctx.now, { ...others, accessStatus: undefined })
  const read = and(visibleTo(ctx.actor, ctx.now, 'either'), sql`${documents.id} = ${these(ids)}`, ...rest)
  return firstOf(ctx, { ...scope, read: read ?? sql`false` }, countedTo)
}

/** The first documents, one more than are counted one by one. */
async function firstOf(ctx: ReadCtx, { read }: Pick<Scope, 'read'>, countedTo: number): Promise<Found> {
  const rows = await run<{ id: string; current: boolean }>(
    ctx,
    sql`select ${documents.id} as id, ${documents.deletedAt} is null as current from ${documents} where ${read} limit ${countedTo + 1}`,
    { prepared: false },
  )
  return {
    shown: rows.filter(({ current }) => current).map(({ id }) => id),
    read: rows.map(({ id }) => id),
  }
}

/** Whether the filter asks only for what documents are tallied by. */
const isTallied = ({ search, userEmail, accessStatus }: DocumentFilter): boolean =>
  !search?.trim() && !userEmail?.trim() && (accessStatus === undefined || accessStatus === 'all')

/** The tallies of the documents of a filter. */
function talliesOf({ documentType, status, expiryDateFrom, expiryDateTo }: DocumentFilter): SQL {
  const { type, expires } = documentTallies
  return (
    and(
      documentType && documentType !== 'all' ? eq(type, documentType) : undefined,
      status && status !== 'all' ? eq(documentTallies.status, status) : undefined,
      expiryDateFrom ? gte(expires, expiryDateFrom) : undefined,
      expiryDateTo ? lte(expires, expiryDateTo) : undefined,
      expiryDateFrom ? ne(expires, 'infinity') : undefined,
    ) ?? sql`true`
  )
}

const these = (ids: string[]) => sql`any(${`{${ids.join(',')}}`}::uuid[])`

/** Documents that are covered: by id (they were chosen in the same snapshot), or by the condition. */
export const covered = ({ few, shown }: Pick<Scope, 'few' | 'shown'>): SQL =>
  few ? sql`${documents.id} = ${these(few.shown)}` : shown

/** Whether a document is covered, looked up by its id where documents are many: a list of them would take longer. */
export const isCovered = (documentId: Column, { few, shown }: Scope): SQL =>
  few
    ? sql`${documentId} = ${these(few.shown)}`
    : sql`coalesce((select true from ${documents} where ${and(eq(documents.id, documentId), shown)} limit 1), false)`

/** The same for readings. */
export const isRead = (documentId: Column, { few, read }: Scope): SQL =>
  few
    ? sql`${documentId} = ${these(few.read)}`
    : sql`coalesce((select true from ${documents} where ${and(eq(documents.id, documentId), read)} limit 1), false)`

/** A request that only names a document has no document that a filter could choose. */
export const aboutShown = (scope: Scope): SQL | undefined => {
  if (scope.whole) return undefined
  // Pending requests are few: each is looked at, also where the figures cover only the first documents.
  return isCovered(accessRequests.documentId, scope.partial ? { ...scope, few: undefined } : scope)
}
