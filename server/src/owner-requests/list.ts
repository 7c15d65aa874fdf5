import type { listOwnerRequests as endpoint } from '@deedbox/contract/owner-requests.ts'
import type { ownerRequestSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Acting, ReadCtx } from '../context/context.ts'
import { byText, byTime, type Sort, sorted } from '../db/sorted.ts'
import { ownerContactRequests as table } from '../db/tables/requests.ts'
import type { Answer, Input } from '../http/handler.ts'
import { shapeOf } from '../platform/cursor.ts'
import { toOwnerRequest, unclaimedFor } from './one.ts'

type Sorts = Record<(typeof ownerRequestSorts)[number], Sort>

/**
 * The owner requests that a person sent, or those addressed to or claimed by them, usually newest first; or those that
 * they may see and nobody has claimed, usually oldest first. Paged by key.
 */
export async function listOwnerRequests(
  ctx: Acting<ReadCtx>,
  { view, status, direction, limit, ...order }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const { tx, actor } = ctx
  const ofView = {
    sent: eq(table.requesterUserId, actor.id),
    received: or(eq(table.ownerEmail, actor.email), eq(table.claimedBy, actor.id)),
    unclaimed: unclaimedFor(actor),
  }[view]
  const matching = and(ofView, status && eq(table.status, status))
  const sorts: Sorts = {
    createdAt: byTime(table.createdAt),
    // The name that this view shows.
    name: byText(
      view === 'received' ? table.requesterName : sql`coalesce(${table.ownerName}, ${table.ownerEmail})`,
    ),
    status: byText(table.status),
  }
  const { key, fromHere, orderBy, page } = sorted(
    sorts,
    {
      ...order,
      direction: direction ?? (view === 'unclaimed' ? 'asc' : undefined),
      shape: shapeOf('owner-requests', view, status),
    },
    table.id,
  )
  const rows = await tx
    .select({ request: table, sortKey: key })
    .from(table)
    .where(and(matching, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { shown, nextCursor } = page(rows, limit, ({ request }) => request.id)
  return {
    requests: shown.map(({ request }) => toOwnerRequest(ctx, request)),
    total: await tx.$count(table, matching),
    nextCursor,
  }
}
