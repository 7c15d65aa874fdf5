import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import type { DocumentFilter } from '@deedbox/contract/document-filters.ts'
import { setFilters } from '@deedbox/contract/filters.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, type Column, eq, like, type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { expiry, filtered, unlessAsked } from '../../documents/lists/filter.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { anywhere } from '../../platform/search.ts'
import { seesEveryDocument, visibleTo } from '../../policy/visible.ts'
import { own, reviewable } from '../../sharing/requests/find.ts'
import { isTallied, talliedAs, talliesOf } from './tallied.ts'

/** Scope of a dashboard: the documents that the caller sees with a filter, and the grants and requests on them. */
export type Scope = {
  actor: Actor
  /** No filter is set: requests without a document count too. */
  whole: boolean
  /** Over `documents`. */
  shown: SQL
  /** Over `documents`, including deleted ones that can be restored: their readings still count. */
  read: SQL
  /** Over `documents`: those that are counted and listed. Archived ones and earlier versions are not, unless the filter asks for them; all take storage. */
  listed: SQL | undefined
  /** Statuses in the tallies of documents that are listed. */
  statuses: readonly string[]
  /** The documents by id, where these are counted one by one. */
  few: Few | undefined
  /** `few` are the first `limits.dashboard.counted` of more: a figure of them is 'so many or more'. */
  capped: boolean
  /** Over `document_access`, in addition to its document being covered. */
  grants: SQL | undefined
  /** Over `access_requests`, in addition. */
  requests: SQL
  /** The tallies that have the figures: those of the whole deployment, or rows of those of these documents. */
  tallied: 'whole' | SQL | undefined
  /** The organisation whose documents the tallies count: only those outside it are counted here. */
  organizationId: string | undefined
}

/**
 * Decides where the figures come from: everything is in the tallies; up to 1,000 documents are counted one by one, exactly; of more,
 * the tallies have the figures where they know each filter that is set, otherwise the first 1,000 are counted, and said to be.
 */
export async function scopeOf(ctx: Acting<ReadCtx>, filter: DocumentFilter = {}): Promise<Scope> {
  const { actor, now } = ctx
  const everything = seesEveryDocument(actor, now)
  const filters = await filtered(ctx, filter)
  const handles = actor.permissions.includes('canManageDocuments')
  const whole = setFilters(filter).length === 0
  const scope: Scope = {
    actor,
    whole,
    shown: and(visibleTo(actor, now, 'current', { lockedToo: true }), ...filters) ?? sql`false`,
    read: and(visibleTo(actor, now, 'either', { lockedToo: true }), ...filters) ?? sql`false`,
    listed: unlessAsked(actor, now, filter),
    statuses: talliedAs(filter),
    few: undefined,
    capped: false,
    grants: and(
      handles ? undefined : eq(documentAccess.userEmail, actor.email),
      filter.userEmail ? like(documentAccess.userEmail, anywhere(filter.userEmail)) : undefined,
    ),
    requests: handles ? reviewable(actor) : own(actor),
    tallied: whole && everything ? 'whole' : undefined,
    organizationId: undefined,
  }
  if (scope.tallied) return scope
  const { counted } = limits.dashboard
  const first = await firstOf(ctx, scope, counted + 1)
  if (first.length <= counted) return { ...scope, few: toFew(first) }
  if (everything && isTallied(filter)) return { ...scope, tallied: talliesOf(filter, daysOf(ctx)) }
  if (whole && !handles && actor.organizationId) return { ...scope, organizationId: organizationOf(actor) }
  // An unconfirmed trustee's own documents are all counted, however many they are.
  if (!everything) return scope
  return { ...scope, few: toFew(first.slice(0, counted)), capped: true }
}

/** The days on which documents expire soon: these are counted one by one. */
function daysOf({ now, settings }: ReadCtx): { first: string; last: string } {
  const first = dayOf(now, settings.timeZone)
  return { first, last: addDays(first, limits.expiringSoonDays) }
}

const organizationOf = ({ permissions, organizationId }: Actor): string | undefined =>
  permissions.includes('canManageOrganization') && organizationId ? organizationId : undefined

/** The documents that figures cover: by id, and what is counted of each. */
export type Few = { shown: string[]; read: string[]; documents: Row[] }
/** `expires`: 'infinity' without an expiry date. */
type Row = { id: string; current: boolean; expires: string; listed: boolean; bytes: number }

function toFew(rows: Row[]): Few {
  const current = rows.filter(({ current }) => current)
  return { shown: current.map(({ id }) => id), read: rows.map(({ id }) => id), documents: current }
}

const firstOf = (ctx: ReadCtx, { read, listed }: Scope, limit: number): Promise<Row[]> =>
  run<Row>(
    ctx,
    sql`select ${documents.id} as id, ${documents.deletedAt} is null as current, ${expiry}::text as expires,
      ${listed ?? sql`true`} as listed, ${documents.fileSize} as bytes from ${documents} where ${read} limit ${limit}`,
    { prepared: false },
  )

const these = (ids: string[]) => sql`any(${`{${ids.join(',')}}`}::uuid[])`

/** Documents that are covered: by id (they were chosen in the same snapshot), or by the condition. */
export const covered = ({ few, shown }: Pick<Scope, 'few' | 'shown'>): SQL =>
  few ? sql`${documents.id} = ${these(few.shown)}` : shown

/** Tells whether a document is covered. It is looked up by its id where documents are many, as a list of them would take longer. */
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
export const aboutShown = (scope: Scope): SQL | undefined =>
  scope.whole ? undefined : isCovered(accessRequests.documentId, scope)
