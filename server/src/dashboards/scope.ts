import { dayOf } from '@deedbox/contract/dates.ts'
import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, type Column, eq, like, type SQL, sql } from 'drizzle-orm'
import { seesEveryDocument, visibleTo } from '../access/visible.ts'
import type { Actor } from '../context/actor.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { accessRequests } from '../db/tables/requests.ts'
import {
  asksForGrants,
  filtered,
  leavesArchivedOut,
  names,
  ofGrant,
  unlessAsked,
} from '../documents/filter.ts'
import { isTallied, talliedSize, talliesOf } from '../documents/tallied.ts'
import { addDays } from '../platform/days.ts'
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
  /** Over `documents`: those that are counted and listed. Archived ones are not, unless the filter asks for them; all take storage. */
  listed: SQL | undefined
  hidesArchived: boolean
  /** The documents by id, where they are few; of many without a tally, some of them, which the figures cover. */
  few: Few | undefined
  /** There may be more documents than the figures cover. */
  partial: boolean
  /** Over `document_access`, in addition to its document being covered. */
  grants: SQL | undefined
  /** Over `access_requests`, in addition. */
  requests: SQL
  /** The tallies that have the figures: those of the whole deployment, or rows of those of these documents. */
  tallied: 'whole' | SQL | undefined
  /** The organisation whose documents the tallies count: only those outside it are counted here. */
  organizationId: string | undefined
}

/** Looks how many documents there are, and decides where their figures come from. */
export async function scopeOf(ctx: Acting<ReadCtx>, filter: DocumentFilter = {}): Promise<Scope> {
  const { actor, now } = ctx
  const everything = seesEveryDocument(actor, now)
  const how = everything && (await names('few', ctx, filter)) ? 'few' : undefined
  const filters = filtered(actor, now, filter, how)
  const handles = actor.permissions.includes('canManageDocuments')
  const whole = filters.length === 0
  const scope: Scope = {
    actor,
    whole,
    shown: and(visibleTo(actor, now), ...filters) ?? sql`false`,
    read: and(visibleTo(actor, now, 'either'), ...filters) ?? sql`false`,
    listed: unlessAsked(actor, now, filter),
    hidesArchived: leavesArchivedOut(filter),
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
  const found = await firstOf(ctx, filter, how, scope.listed)
  if (found.all && found.rows.length <= countedTo) return { ...scope, few: toFew(found.rows) }
  if (everything && isTallied(filter)) return { ...scope, tallied: talliesOf(filter, daysOf(ctx)) }
  if (whole && !handles && actor.organizationId) return { ...scope, organizationId: organizationOf(actor) }
  // An unconfirmed trustee's own documents are all counted, however many they are.
  if (!everything) return scope
  // Of more, half as many: nobody takes them for all.
  return { ...scope, few: toFew(found.rows.slice(0, countedTo / 2)), partial: true }
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
/** `all`: none was left out, but beyond the number that is counted one by one. */
type Found = { rows: Row[]; all: boolean }

function toFew(rows: Row[]): Few {
  const current = rows.filter(({ current }) => current)
  return { shown: current.map(({ id }) => id), read: rows.map(({ id }) => id), documents: current }
}

/** So many documents are looked at for one whose grants fit, or so many grants in the order of their documents. */
export const lookedAt = { documents: 2_000, grants: 20_000 }

/** The first documents of a filter, one more than are counted one by one. */
async function firstOf(
  ctx: Acting<ReadCtx>,
  filter: DocumentFilter,
  few: 'few' | undefined,
  listed: SQL | undefined,
): Promise<Found> {
  const { actor, now } = ctx
  const which = (filter: DocumentFilter) =>
    and(visibleTo(actor, now, 'either'), ...filtered(actor, now, filter, few)) ?? sql`false`
  const columns = sql`${documents.id} as id, ${documents.deletedAt} is null as current,
    coalesce(${documents.expiryDate}, 'infinity')::text as expires, ${listed ?? sql`true`} as listed, ${documents.fileSize} as bytes`
  const most = limits.dashboard.counted + 1
  const all = async (where: SQL): Promise<Found> => {
    const first = sql`select ${columns} from ${documents} where ${where} limit ${most}`
    return { rows: await run<Row>(ctx, first, { prepared: false }), all: true }
  }
  if (few || !(seesEveryDocument(actor, now) && asksForGrants(filter))) return all(which(filter))
  const { userEmail, accessStatus, ...rest } = filter
  const isRest = filtered(actor, now, rest).length > 0
  const { named, is } = ofGrant(now, filter)
  const found = await read(
    ctx,
    sql`with looked as materialized (
        select document_id, user_email, status, expires_at, auto_revoke_date from ${documentAccess} order by document_id limit ${lookedAt.grants + 1}),
      fit as (select distinct document_id from looked document_access where ${and(named, is) ?? sql`true`} order by 1
        limit case when (select count(*) from looked) > ${lookedAt.grants} then ${isRest ? 3 * most : most}::int / 2 end)`,
    lookedAt.grants,
    sql`select ${columns} from ${documents} where ${documents.id} = any(array(select document_id from fit)) and ${which(rest)}
      order by ${documents.id} limit ${most}`,
  )
  // Of many documents, those with the lowest ids are as good as any others. A rest that few fit finds more the other way.
  const isEnough = !isRest || found.rows.length >= most / 2
  if (found.all || (isEnough && (await isMany(ctx)))) return found
  const grants = filtered(actor, now, { userEmail, accessStatus }, 'each')
  const first = sql`limit ${lookedAt.documents + 1}`
  const fit = sql`select ${columns} from ${documents} where ${which(rest)}`
  return read(
    ctx,
    (await isTalliedAsFew(ctx, rest))
      ? sql`with fit as materialized (${fit}), looked as (select * from fit ${first})`
      : sql`with looked as materialized (${fit} ${first})`,
    lookedAt.documents,
    sql`select * from looked documents where ${and(...grants) ?? sql`true`} limit ${most}`,
  )
}

/** Rows found among `looked`; all, unless more than that were there to look at. */
async function read(ctx: ReadCtx, looked: SQL, most: number, found: SQL): Promise<Found> {
  const statement = sql`${looked} select * from (select count(*)::int as looked from looked) counted left join (${found}) found on true`
  const rows = await run<Row & { looked: number }>(ctx, statement, { prepared: false })
  return { rows: rows.filter(({ id }) => id !== null), all: (rows[0]?.looked ?? 0) <= most }
}

/** Whether so few documents fit that an index finds all of them sooner than a look at one after the other finds the first ones. */
async function isTalliedAsFew(ctx: ReadCtx, filter: DocumentFilter): Promise<boolean> {
  const size = talliedSize(filter, { organizationId: undefined, hidesArchived: false })
  if (!size) return false
  const [row] = await run<{ few: boolean }>(ctx, sql`select ${size} <= ${5 * lookedAt.documents} as few`, {
    prepared: false,
  })
  return row?.few ?? false
}

async function isMany(ctx: ReadCtx): Promise<boolean> {
  const more = sql`select exists (select 1 from ${documents} offset ${lookedAt.documents}) as more`
  const [row] = await run<{ more: boolean }>(ctx, more, { prepared: false })
  return row?.more ?? false
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
export const aboutShown = (scope: Scope): SQL | undefined =>
  scope.whole ? undefined : isCovered(accessRequests.documentId, scope)
