import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { eq } from 'drizzle-orm'
import { ownerContactRequests } from '../../db/tables/requests.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import {
  claiming,
  eventOf,
  fulfilling,
  lockVisibleOwnerRequest,
  type OwnerRequestRow,
  toOwnerRequest,
} from './one.ts'
import { ownerRequestClaimed } from './owner-request-claimed.mail.tsx'
import { ownerRequestFulfilled } from './owner-request-fulfilled.mail.tsx'

/**
 * Lets a trustee claim a request; of two at once one wins. The requester is notified.
 * @throws Refusal 'owner-request-not-found', 'owner-request-hidden', 'owner-request-withdrawn', 'owner-request-claimed'
 */
export async function claimOwnerRequest(
  ctx: Acting<WriteCtx>,
  requestId: string,
  { mail }: Pick<Services, 'mail'>,
): Promise<{ request: OwnerRequest }> {
  const found = await lockVisibleOwnerRequest(ctx, requestId)
  if (found.status === 'withdrawn') throw new Refusal('owner-request-withdrawn')
  if (found.status !== claiming.from) throw new Refusal('owner-request-claimed')
  const row = await change(ctx, found, {
    status: claiming.to,
    claimedBy: ctx.actor.id,
    claimedByName: ctx.actor.name,
    claimedAt: ctx.now,
  })
  await ctx.audit(eventOf('owner_request_claimed', row))
  await mail.enqueue(ctx, ownerRequestClaimed, row.requesterEmail, answered(ctx, row))
  return { request: toOwnerRequest(ctx, row) }
}

/**
 * Lets the claimer mark their request fulfilled, once. The requester is notified.
 * @throws Refusal 'owner-request-not-found', 'owner-request-hidden', 'not-allowed', 'owner-request-withdrawn', 'owner-request-unclaimed'
 */
export async function fulfilOwnerRequest(
  ctx: Acting<WriteCtx>,
  requestId: string,
  { mail }: Pick<Services, 'mail'>,
): Promise<{ request: OwnerRequest }> {
  const found = await findClaimed(ctx, requestId)
  if (found.status === 'withdrawn') throw new Refusal('owner-request-withdrawn')
  if (found.status !== fulfilling.from) throw new Refusal('owner-request-unclaimed')
  const row = await change(ctx, found, { status: fulfilling.to, fulfilledAt: ctx.now })
  await ctx.audit(eventOf('owner_request_fulfilled', row))
  await mail.enqueue(ctx, ownerRequestFulfilled, row.requesterEmail, answered(ctx, row))
  return { request: toOwnerRequest(ctx, row) }
}

/** Finds the request, locked, for its claimer. @throws Refusal 'not-allowed' for anyone else who sees a claimed one. */
export async function findClaimed(ctx: Acting<WriteCtx>, requestId: string): Promise<OwnerRequestRow> {
  const row = await lockVisibleOwnerRequest(ctx, requestId)
  if (row.claimedBy !== null && row.claimedBy !== ctx.actor.id) throw new Refusal('not-allowed')
  return row
}

/** Returns what the mail to the requester says about the person who answers. */
const answered = ({ actor }: Acting<WriteCtx>, row: OwnerRequestRow) => ({
  claimerName: actor.name,
  claimerEmail: actor.email,
  ownerEmail: row.ownerEmail,
  requestId: row.id,
  message: row.message,
  sentAt: row.createdAt.toISOString(),
})

/** Changes a locked owner request. */
export async function change(
  ctx: WriteCtx,
  { id }: OwnerRequestRow,
  to: Partial<typeof ownerContactRequests.$inferInsert>,
): Promise<OwnerRequestRow> {
  const [row] = await ctx.tx
    .update(ownerContactRequests)
    .set(to)
    .where(eq(ownerContactRequests.id, id))
    .returning()
  if (!row) throw new Error('A locked owner request is gone')
  return row
}
