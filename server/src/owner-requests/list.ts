import { id } from '@deedbox/contract/fields.ts'
import type { listOwnerRequests as endpoint } from '@deedbox/contract/owner-requests.ts'
import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Acting, ReadCtx } from '../context/context.ts'
import { ownerContactRequests as table } from '../db/tables/requests.ts'
import type { Answer, Input } from '../http/handler.ts'
import { carried, fromCursor, shapeOf, toCursor } from '../platform/cursor.ts'
import { toOwnerRequest, unclaimedFor } from './one.ts'

/**
 * The owner requests that a person sent, or those addressed to or claimed by them, newest first; or those that they may
 * see and nobody has claimed, oldest first. Paged by key.
 */
export async function listOwnerRequests(
  ctx: Acting<ReadCtx>,
  { view, status, cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const { tx, actor } = ctx
  const oldestFirst = view === 'unclaimed'
  const ofView = {
    sent: eq(table.requesterUserId, actor.id),
    received: or(eq(table.ownerEmail, actor.email), eq(table.claimedBy, actor.id)),
    unclaimed: unclaimedFor(actor),
  }[view]
  const wanted = and(ofView, status && eq(table.status, status))
  const shape = shapeOf('owner-requests', view, status)
  const after = cursor && fromCursor(cursor, z.tuple([z.literal(shape), carried.instant, id]))
  const fromHere = after
    ? sql`(${table.createdAt}, ${table.id}) ${oldestFirst ? sql`>` : sql`<`} (${after[1]}::timestamptz, ${after[2]}::uuid)`
    : undefined
  const rows = await tx
    .select()
    .from(table)
    .where(and(wanted, fromHere))
    .orderBy(...[table.createdAt, table.id].map((column) => (oldestFirst ? asc(column) : desc(column))))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    requests: shown.map((row) => toOwnerRequest(ctx, row)),
    total: await tx.$count(table, wanted),
    nextCursor: last ? toCursor([shape, last.createdAt, last.id]) : null,
  }
}
