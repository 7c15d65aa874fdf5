import { requestMove } from '@deedbox/contract/request-terms.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { eq } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { askedMail } from './ask.ts'
import { askedAbout } from './asked.ts'
import { isOldEnough, isReminded, lockRequest, sendOut } from './find.ts'
import { requestReminder } from './request-reminder.mail.tsx'

/** Withdraws the actor's own pending request. */
export async function withdrawRequest(
  ctx: Acting<WriteCtx>,
  requestId: string,
): Promise<{ request: AccessRequest }> {
  const request = await lockRequest(ctx, requestId)
  if (request.requesterId !== ctx.actor.id) throw new Refusal('not-allowed')
  const status = requestMove('withdraw', request.status)
  if (!status) throw new Refusal('request-decided')
  await ctx.tx.update(accessRequests).set({ status }).where(eq(accessRequests.id, requestId))
  await ctx.audit({
    event: 'request_withdrawn',
    documentId: request.documentId ?? undefined,
    accessId: request.accessId ?? undefined,
    details: { requestId },
  })
  return { request: await sendOut(ctx, requestId) }
}

/**
 * Reminds those who may decide of a pending request, by its requester or by one of them (specification, section 2).
 * Reminders to oneself are refused.
 * @throws Refusal 'request-not-found', 'request-decided', 'request-too-young' (two days), 'request-reminded' (one day),
 * 'nobody-to-ask', 'reminder-to-self'.
 */
export async function sendReminder(
  ctx: Acting<WriteCtx>,
  requestId: string,
  { mail }: Pick<Services, 'mail'>,
): Promise<{ request: AccessRequest; mailIds: string[] }> {
  const request = await lockRequest(ctx, requestId)
  if (request.status !== 'pending') throw new Refusal('request-decided')
  if (!isOldEnough(request, ctx.now)) throw new Refusal('request-too-young')
  if (isReminded(request, ctx.now)) throw new Refusal('request-reminded')
  const asked = await askedAbout(ctx, request.requesterId, request.documentId)
  const to = asked.filter((email) => email !== ctx.actor.email)
  if (to.length === 0) throw new Refusal('reminder-to-self')
  const [document] = request.documentId
    ? await ctx.tx
        .select({ title: documents.title })
        .from(documents)
        .where(eq(documents.id, request.documentId))
    : []
  const data = askedMail(request, document?.title ?? request.documentName)
  const mailIds: string[] = []
  for (const email of to) mailIds.push(await mail.enqueue(ctx, requestReminder, email, data))
  await ctx.tx.update(accessRequests).set({ lastRemindedAt: ctx.now }).where(eq(accessRequests.id, requestId))
  await ctx.audit({
    event: 'request_reminder_sent',
    documentId: request.documentId ?? undefined,
    details: { requestId },
  })
  return { request: await sendOut(ctx, requestId), mailIds }
}
