import type { getTrusteeDashboard as endpoint } from '@deedbox/contract/dashboards.ts'
import { type DocumentFilter, toOfDocuments } from '@deedbox/contract/document-filters.ts'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { expiry } from '../../documents/lists/filter.ts'
import { listed } from '../../documents/lists/list-columns.ts'
import { toRow } from '../../documents/lists/one.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { firstAccess, listAccess } from '../../sharing/grants/list.ts'
import { selectRequests, toRequest } from '../../sharing/requests/find.ts'
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
  const grants = async (
    view: 'long-term' | 'expired',
    sort: 'grantedAt' | 'endsAt',
    direction: 'asc' | 'desc',
  ) => {
    const table = { scope: 'handled' as const, view, sort, direction, limit: tableRows }
    // The filter has found these documents already: it would be asked of every grant again.
    if (scope.few && !scope.capped) {
      const ofFew = and(isCovered(documentAccess.documentId, scope), scope.grants)
      return (await listAccess(ctx, table, 'current', ofFew)).grants
    }
    const query = { ...toOfDocuments(filter), ...table }
    return scope.few ? (await listAccess(ctx, query, 'current')).grants : firstAccess(ctx, query)
  }
  return {
    statistics,
    capped: scope.capped,
    topDocuments: await topDocuments(ctx, scope),
    pendingRequests: await pendingRequests(ctx, scope),
    // The longest first.
    longTermAccess: await grants('long-term', 'grantedAt', 'asc'),
    // Ended grants count even if still marked active, the latest first.
    expiredAccess: await grants('expired', 'endsAt', 'desc'),
    expiriesByMonth,
    accessesByDay,
  }
}

const { topDocuments: top, tableRows } = limits.dashboard

/** A scope of all its documents: tables go beyond those that are counted. */
const uncapped = (scope: Scope): Scope => (scope.capped ? { ...scope, few: undefined } : scope)

/** First those with an expiry date, soonest first; then the newest uploads. Two reads, each from the start of an index. */
async function topDocuments(ctx: Acting<ReadCtx>, scope: Scope): Promise<DocumentRow[]> {
  const read = (which: SQL, ...order: SQL[]) =>
    ctx.tx
      .select(listed)
      .from(documents)
      .where(and(covered(uncapped(scope)), scope.listed, which))
      .orderBy(...order, desc(documents.createdAt), desc(documents.id))
  const expiring = await read(isNotNull(documents.expiryDate), expiry).limit(top)
  const others =
    expiring.length < top ? await read(isNull(documents.expiryDate)).limit(top - expiring.length) : []
  return [...expiring, ...others].map((row) => toRow(ctx.actor, row, null))
}

/** The longest waiting first. */
async function pendingRequests(ctx: Acting<ReadCtx>, scope: Scope) {
  const rows = await selectRequests(ctx)
    .where(and(eq(accessRequests.status, 'pending'), scope.requests, aboutShown(uncapped(scope))))
    .orderBy(asc(accessRequests.createdAt), asc(accessRequests.id))
    .limit(tableRows)
  return rows.map((row) => toRequest(ctx, row))
}
