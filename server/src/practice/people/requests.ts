import type * as contract from '@deedbox/contract/people.ts'
import { and, eq } from 'drizzle-orm'
import { byTime, sorted } from '../../db/sorted.ts'
import { documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { visibleTo } from '../../policy/visible.ts'
import { findPerson } from './one.ts'
import { sent } from './row.ts'

const sorts = { createdAt: byTime(accessRequests.createdAt) }

/** Lists what a person asked for; with the document only if the caller sees it. @throws Refusal user-not-found. */
export async function listUserRequests(
  ctx: Acting<ReadCtx>,
  { params: { userId }, query: { cursor, limit } }: Input<typeof contract.listUserRequests>,
): Promise<Answer<typeof contract.listUserRequests>> {
  await findPerson(ctx, userId)
  const ofPerson = eq(accessRequests.requesterId, userId)
  const order = { sort: 'createdAt' as const, cursor, shape: shapeOf('requests of', userId) }
  const { key, fromHere, orderBy, page } = sorted(sorts, order, accessRequests.id)
  const rows = await ctx.tx
    .select({ request: accessRequests, documentId: documents.id, title: documents.title, sortKey: key })
    .from(accessRequests)
    .leftJoin(documents, and(eq(documents.id, accessRequests.documentId), visibleTo(ctx.actor, ctx.now)))
    .where(and(ofPerson, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { shown, nextCursor } = page(rows, limit, ({ request }) => request.id)
  return {
    requests: shown.map(({ request, documentId, title }) => ({
      id: request.id,
      documentId,
      documentName: title ?? request.documentName,
      extension: request.extensionType !== null,
      status: request.status,
      createdAt: request.createdAt.toISOString(),
      reviewedAt: sent(request.reviewedAt),
      reviewedByName: request.reviewedByName,
    })),
    total: await ctx.tx.$count(accessRequests, ofPerson),
    nextCursor,
  }
}
