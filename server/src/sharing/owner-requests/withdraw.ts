import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { ownerRequestMove } from '@deedbox/contract/request-terms.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { enqueueTyped } from '../../kernel/mail/outside.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { isOldEnough, isReminded } from '../requests/find.ts'
import { change } from './claim.ts'
import { eventOf, lockOwnerRequest, mayView, type OwnerRequestRow, ownerMail, toOwnerRequest } from './one.ts'
import { ownerRequestReminder } from './owner-request-reminder.mail.tsx'
import { ownerRequestWithdrawn } from './owner-request-withdrawn.mail.tsx'

/**
 * Lets the requester withdraw their request, claimed or not. The owner and the person who claimed it are notified.
 * @throws Refusal 'owner-request-not-found', 'owner-request-hidden', 'not-allowed', 'owner-request-over', 'owner-request-withdrawn'
 */
export async function withdrawOwnerRequest(
  ctx: Acting<WriteCtx>,
  requestId: string,
  services: Pick<Services, 'mail' | 'config'>,
): Promise<{ request: OwnerRequest }> {
  const found = await findSent(ctx, requestId)
  const status = ownerRequestMove('withdraw', found.status)
  if (!status)
    throw new Refusal(found.status === 'withdrawn' ? 'owner-request-withdrawn' : 'owner-request-over')
  const row = await change(ctx, found, { status, withdrawnAt: ctx.now })
  await ctx.audit(eventOf('owner_request_withdrawn', row, row.ownerEmail))
  for (const to of new Set([row.ownerEmail, ...(await claimerOf(ctx, row))]))
    await enqueueTyped(services, ctx, ownerRequestWithdrawn, to, ownerMail(row)).catch((error: unknown) => {
      // A request can be withdrawn also when its sender may no longer mail the owner.
      if (!(error instanceof Refusal)) throw error
    })
  return { request: toOwnerRequest(ctx, row) }
}

/**
 * Lets the requester remind the owner of a request that nobody has claimed for two days; at most once a day.
 * @throws Refusal 'owner-request-not-found', 'owner-request-hidden', 'not-allowed', 'owner-request-taken', 'owner-request-withdrawn',
 * 'request-too-young', 'request-reminded', 'recipient-stopped', 'outside-limit'
 */
export async function remindOwnerOfRequest(
  ctx: Acting<WriteCtx>,
  requestId: string,
  services: Pick<Services, 'mail' | 'config'>,
): Promise<{ request: OwnerRequest; mailId: string }> {
  const found = await findSent(ctx, requestId)
  if (found.status === 'withdrawn') throw new Refusal('owner-request-withdrawn')
  if (found.status !== 'pending') throw new Refusal('owner-request-taken')
  if (!isOldEnough(found, ctx.now)) throw new Refusal('request-too-young')
  if (isReminded(found, ctx.now)) throw new Refusal('request-reminded')
  const row = await change(ctx, found, { lastRemindedAt: ctx.now })
  await ctx.audit(eventOf('owner_request_reminder_sent', row, row.ownerEmail))
  const mailId = await enqueueTyped(services, ctx, ownerRequestReminder, row.ownerEmail, ownerMail(row))
  return { request: toOwnerRequest(ctx, row), mailId }
}

/** Finds the caller's own request, locked. */
async function findSent(ctx: Acting<WriteCtx>, requestId: string): Promise<OwnerRequestRow> {
  const row = await lockOwnerRequest(ctx, requestId)
  if (row.requesterUserId === ctx.actor.id) return row
  throw new Refusal(mayView(ctx.actor, row) ? 'not-allowed' : 'owner-request-hidden')
}

async function claimerOf({ tx }: WriteCtx, { claimedBy }: OwnerRequestRow): Promise<string[]> {
  if (!claimedBy) return []
  const rows = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, claimedBy))
  return rows.map(({ email }) => email)
}
