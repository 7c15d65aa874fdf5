import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { extensionMonths } from '@deedbox/contract/request-terms.ts'
import type { AccessRequest, requestExtension as endpoint } from '@deedbox/contract/requests.ts'
import { and, eq } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { chosenEnd } from '../../platform/chosen-end.ts'
import { addMonths, addYears } from '../../platform/days.ts'
import { Refusal } from '../../platform/errors.ts'
import { liveEnd, removeOwnAccess } from '../grants/extend.ts'
import { announce, insertRequest, isPending, refuseWhoSeesAll, takeTurns } from './ask.ts'
import { own, sendOut } from './find.ts'

type ExtensionInput = SchemaOutput<typeof endpoint.body>

/**
 * Asks for more time on the actor's live grant, from its present end (specification, section 2).
 * @throws Refusal 'trustee-needs-no-access', 'grant-not-found', 'not-allowed', 'grant-ended', 'grant-over',
 * 'request-exists', 'extension-date', 'extension-shorter', 'expiry-past', 'expiry-far' (ten years).
 */
export async function requestAccessExtension(
  ctx: Acting<WriteCtx>,
  grantId: string,
  input: ExtensionInput,
  services: Pick<Services, 'mail'>,
): Promise<{ request: AccessRequest }> {
  refuseWhoSeesAll(ctx.actor)
  await takeTurns(ctx)
  const [held] = await ctx.tx
    .select({ grant: documentAccess, title: documents.title })
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(and(eq(documentAccess.id, grantId), eq(documentAccess.userEmail, ctx.actor.email)))
  if (!held) throw new Refusal('grant-not-found')
  if (!ctx.actor.permissions.includes('canRequestAccess')) throw new Refusal('not-allowed')
  const { grant, title } = held
  const requestedExpiry = requestedEnd(input, liveEnd(grant, ctx.now), ctx.now, ctx.settings.timeZone)
  if (await isPending(ctx, eq(accessRequests.documentId, grant.documentId)))
    throw new Refusal('request-exists')
  const row = await insertRequest(ctx, {
    documentId: grant.documentId,
    documentName: title,
    accessId: grant.id,
    extensionType: input.duration,
    requestedExpiry,
    clientName: grant.clientName,
    clientEmail: grant.clientEmail,
    justification: input.justification || null,
  })
  await announce(ctx, row, title, services)
  return { request: await sendOut(ctx, row.id) }
}

/** Returns the end asked for: calendar months after the present end, or the end of a chosen day. */
export function requestedEnd(
  { duration, customDate }: Pick<ExtensionInput, 'duration' | 'customDate'>,
  present: Date,
  now: Date,
  timeZone: string,
): Date {
  if (duration !== 'custom') {
    const end = addMonths(present, extensionMonths[duration], timeZone)
    if (end > addYears(now, limits.grantYears, timeZone)) throw new Refusal('expiry-far')
    return end
  }
  if (!customDate) throw new Refusal('extension-date')
  const end = chosenEnd(customDate, now, timeZone, 'customDate')
  if (end <= present) throw new Refusal('extension-shorter')
  return end
}

/** Gives up the actor's live grant and withdraws their pending request for more time on it. */
export async function removeAccess(ctx: Acting<WriteCtx>, grantId: string): Promise<{ success: true }> {
  // Requests are locked before documents and grants, as when one is approved.
  const withdrawn = await ctx.tx
    .update(accessRequests)
    .set({ status: 'withdrawn' })
    .where(and(eq(accessRequests.accessId, grantId), eq(accessRequests.status, 'pending'), own(ctx.actor)))
    .returning()
  await removeOwnAccess(ctx, grantId)
  await ctx.audit(
    ...withdrawn.map(({ id, documentId }) => ({
      event: 'request_withdrawn' as const,
      documentId: documentId ?? undefined,
      accessId: grantId,
      details: { requestId: id },
    })),
  )
  return { success: true }
}
