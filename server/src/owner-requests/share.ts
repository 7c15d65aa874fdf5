import type { shareForOwnerRequest as endpoint } from '@deedbox/contract/owner-requests.ts'
import { endOf } from '../access/grants.ts'
import { grantAccess } from '../access/share.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import type { Input } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { findClaimed } from './claim.ts'
import { fulfilling } from './one.ts'
import type { OwnerRequestSharedMail } from './owner-requests.emails.tsx'

/**
 * The claimer shares documents that they handle with the requester: all of them or none, and one mail.
 * @throws Refusal 'owner-request-…', 'not-allowed'; 'document-not-found' and the rest of a share's refusals
 */
export async function shareForOwnerRequest(
  ctx: Acting<WriteCtx>,
  requestId: string,
  { documentIds, accessLevel, expiresOn }: Input<typeof endpoint>['body'],
  { mail }: Pick<Services, 'mail'>,
): Promise<{ shared: number; mailId: string }> {
  const request = await findClaimed(ctx, requestId)
  if (request.status === 'withdrawn') throw new Refusal('owner-request-withdrawn')
  if (request.status !== fulfilling.from) throw new Refusal('owner-request-not-open')
  const terms = { email: request.requesterEmail, accessLevel, expiresOn, message: '', invite: null }
  // Always in the same order, so that two shares at once do not deadlock.
  const ids = [...new Set(documentIds)].sort()
  const grants = []
  for (const documentId of ids)
    grants.push(await grantAccess(ctx, documentId, terms, { ownerRequestId: request.id }))
  const [first] = grants
  const data: OwnerRequestSharedMail = {
    documentId: ids.length === 1 ? (first?.document.id ?? null) : null,
    titles: grants.map(({ document }) => document.title).join('\n'),
    senderName: ctx.actor.name,
    senderEmail: ctx.actor.email,
    ownerEmail: request.ownerEmail,
    level: accessLevel,
    ends: ((first && endOf(first.row)) ?? ctx.now).toISOString(),
  }
  const mailId = await mail.enqueue(ctx, 'owner_request_shared', request.requesterEmail, data)
  return { shared: grants.length, mailId }
}
