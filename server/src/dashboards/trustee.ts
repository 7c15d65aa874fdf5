import type { getTrusteeDashboard as endpoint } from '@deedbox/contract/dashboards.ts'
import type { DocumentFilter, DocumentRow } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { grantWithPlace, longTermGrant, toGrantRow } from '../access/list.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { accessRequests } from '../db/tables/requests.ts'
import { listed } from '../documents/list-columns.ts'
import { toRow } from '../documents/one.ts'
import { selectRequests, toRequest } from '../requests/find.ts'
import { aboutShown, figuresOf, type Scope, scopeOf } from './figures.ts'

/**
 * The whole trustee dashboard with its filter (specification, section 2). The filter chooses documents, and every figure
 * and table covers only these; with a user's email, only that person's grants. Needs a snapshot.
 */
export async function getTrusteeDashboard(
  ctx: Acting<ReadCtx>,
  filter: DocumentFilter,
): Promise<SchemaOutput<typeof endpoint.response>> {
  const scope = scopeOf(ctx, filter)
  const { expiriesByMonth, accessesByDay, ...statistics } = await figuresOf(ctx, scope, { readings: true })
  return {
    statistics,
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
async function topDocuments(ctx: Acting<ReadCtx>, { shown }: Scope): Promise<DocumentRow[]> {
  const read = (which: SQL, ...order: SQL[]) =>
    ctx.tx
      .select(listed)
      .from(documents)
      .where(and(shown, which))
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
    .where(and(eq(accessRequests.status, 'pending'), scope.requests, aboutShown(scope)))
    .orderBy(asc(accessRequests.createdAt), asc(accessRequests.id))
    .limit(tableRows)
  return rows.map((row) => toRequest(ctx, row))
}

const grants = (ctx: Acting<ReadCtx>, { shown, grants }: Scope, which: SQL, ...order: SQL[]) =>
  ctx.tx
    .select(grantWithPlace)
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(and(shown, grants, which))
    .orderBy(...order)
    .limit(tableRows)

/** Access of more than 12 months, the longest first. */
async function longTermAccess(ctx: Acting<ReadCtx>, scope: Scope) {
  const order = [asc(documentAccess.grantedAt), asc(documentAccess.id)]
  const rows = await grants(ctx, scope, longTermGrant(ctx.now), ...order)
  return rows.map((row) => toGrantRow(ctx, row))
}

/** Access that has expired, even if still marked active, the latest first. */
async function expiredAccess(ctx: Acting<ReadCtx>, scope: Scope) {
  const end = sql`least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})`
  const { status } = documentAccess
  const order = [desc(end), desc(documentAccess.id)]
  const over = sql`${status} = 'active' and ${end} <= ${ctx.now.toISOString()}::timestamptz`
  const open = await grants(ctx, scope, over, ...order)
  const marked = open.length < tableRows ? await grants(ctx, scope, eq(status, 'expired'), ...order) : []
  return [...open, ...marked].slice(0, tableRows).map((row) => toGrantRow(ctx, row))
}
