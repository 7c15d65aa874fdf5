import type { GrantRow } from '@deedbox/contract/bulk.ts'
import type { getTrusteeDashboard as endpoint } from '@deedbox/contract/dashboards.ts'
import type { DocumentFilter, DocumentRow } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { longTermGrant, rowsOf } from '../access/list.ts'
import { type Key, withPlace } from '../access/list-pages.ts'
import { overGrants } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { accessRequests } from '../db/tables/requests.ts'
import { listed } from '../documents/list-columns.ts'
import { toRow } from '../documents/one.ts'
import { selectRequests, toRequest } from '../requests/find.ts'
import { figuresOf } from './figures.ts'
import { aboutShown, covered, isCovered, type Scope, scopeOf } from './scope.ts'

/**
 * The whole trustee dashboard with its filter (specification, section 2). The filter chooses documents, and every figure
 * and table covers only these; with a user's email, only that person's grants. Needs a snapshot.
 */
export async function getTrusteeDashboard(
  ctx: Acting<ReadCtx>,
  filter: DocumentFilter,
): Promise<SchemaOutput<typeof endpoint.response>> {
  const scope = await scopeOf(ctx, filter)
  const { expiriesByMonth, accessesByDay, ...statistics } = await figuresOf(ctx, scope, { readings: true })
  return {
    statistics,
    partial: scope.partial,
    topDocuments: await topDocuments(ctx, scope),
    pendingRequests: await pendingRequests(ctx, scope),
    longTermAccess: await longTermAccess(ctx, scope),
    expiredAccess: await expiredAccess(ctx, scope),
    expiriesByMonth,
    accessesByDay,
  }
}

const { topDocuments: top, tableRows } = limits.dashboard

/** First those with an expiry date, soonest first; then the newest uploads. Two reads, each from the start of an index. */
async function topDocuments(ctx: Acting<ReadCtx>, scope: Scope): Promise<DocumentRow[]> {
  const shown = covered(whereWhole(scope))
  const read = (which: SQL, ...order: SQL[]) =>
    ctx.tx
      .select(listed)
      .from(documents)
      .where(and(shown, scope.listed, which))
      .orderBy(...order, desc(documents.createdAt), desc(documents.id))
  const expiring = await read(
    isNotNull(documents.expiryDate),
    sql`coalesce(${documents.expiryDate}, 'infinity'::date)`,
  ).limit(top)
  const others =
    expiring.length < top ? await read(isNull(documents.expiryDate)).limit(top - expiring.length) : []
  return [...expiring, ...others].map((row) => toRow(ctx.actor, row, null))
}

/** The longest waiting first. */
async function pendingRequests(ctx: Acting<ReadCtx>, scope: Scope) {
  const rows = await selectRequests(ctx)
    .where(and(eq(accessRequests.status, 'pending'), scope.requests, aboutShown(whereWhole(scope))))
    .orderBy(asc(accessRequests.createdAt), asc(accessRequests.id))
    .limit(tableRows)
  return rows.map((row) => toRequest(ctx, row))
}

/** Tables look among all documents first, also where the figures cover only some of them. */
const whereWhole = (scope: Scope): Scope => (scope.partial ? { ...scope, few: undefined } : scope)

/** So many grants are read in the order of an index in search of the first rows of a table; fewer where others are shown instead. */
const walkedTo = { partial: 1_000, whole: 5_000 }

/** What a table is sorted by, with the direction of it and of the id. */
type Order = { key: SQL; way: SQL }

/** The first grants in an order: of few documents all are read and sorted; of many, they come from an index. */
async function firstGrants(
  ctx: Acting<ReadCtx>,
  asked: Scope,
  which: SQL,
  order: Order,
): Promise<GrantRow[]> {
  const scope = whereWhole(asked)
  const { key, way } = order
  if (scope.few) {
    const onThese = and(which, isCovered(documentAccess.documentId, scope))
    const all = sql`(select *, ${key} as sort_key from ${documentAccess} where ${onThese} offset 0) document_access`
    return firstOf(ctx, scope, all, order)
  }
  const place = withPlace(scope.shown)
  const start = sql`(select *, ${key} as sort_key from ${documentAccess} where ${which}
    order by ${key} ${way}, ${documentAccess.id} ${way} limit ${asked.partial ? walkedTo.partial : walkedTo.whole}) document_access ${place}`
  const found = await firstOf(ctx, scope, start, order)
  // Of many documents, fewer rows do not say that there are no more.
  if (found.length >= (asked.partial ? tableRows / 2 : tableRows)) return found
  // Hardly any among the first: those of the documents that the figures cover, or of a tallied filter, whose plan is good.
  if (asked.partial) {
    const more = await firstGrants(ctx, { ...asked, partial: false }, which, order)
    return more.length > found.length ? more : found
  }
  const joined = sql`(select document_access.*, ${key} as sort_key from ${documentAccess}
    join ${documents} on ${and(eq(documents.id, documentAccess.documentId), scope.shown, which)}) document_access`
  return firstOf(ctx, scope, joined, order)
}

/** The first rows of some grants that are covered. */
async function firstOf(ctx: Acting<ReadCtx>, { grants }: Scope, from: SQL, { way }: Order) {
  const keys = await run<Pick<Key, 'id'>>(
    ctx,
    sql`select ${documentAccess.id} as id from ${from} where ${grants ?? sql`true`}
      order by sort_key ${way}, ${documentAccess.id} ${way} limit ${tableRows}`,
    { prepared: false },
  )
  return rowsOf(ctx, keys)
}

/** Access of more than 12 months, the longest first. */
const longTermAccess = (ctx: Acting<ReadCtx>, scope: Scope) =>
  firstGrants(ctx, scope, longTermGrant(ctx.now), { key: sql`${documentAccess.grantedAt}`, way: sql`asc` })

/** Access that has expired, even if still marked active, the latest first. */
async function expiredAccess(ctx: Acting<ReadCtx>, scope: Scope) {
  const order = {
    key: sql`least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})`,
    way: sql`desc`,
  }
  const over = sql`(select *, ${order.key} as sort_key from (${overGrants(ctx.now)}) document_access) document_access`
  const open = await firstOf(ctx, scope, sql`${over} ${withPlace(scope.shown)}`, order)
  const marked =
    open.length < tableRows
      ? await firstGrants(ctx, scope, sql`${documentAccess.status} = 'expired'`, order)
      : []
  return [...open, ...marked].slice(0, tableRows)
}
