import type { shareForOwnerRequest as endpoint } from '@deedbox/contract/owner-requests.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { endOf } from '../../policy/grants.ts'
import { grantAccess } from '../grants/share.ts'
import { findClaimed } from './claim.ts'
import { fulfilling } from './one.ts'
import type { OwnerRequestSharedMail } from './owner-request-shared.mail.tsx'
import { ownerRequestShared } from './owner-request-shared.mail.tsx'

/**
 * Shares documents that the claimer handles with the requester: all of them or none, and one mail.
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
  // The order is always the same, so that two shares at once do not deadlock.
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
  const mailId = await mail.enqueue(ctx, ownerRequestShared, request.requesterEmail, data)
  return { shared: grants.length, mailId }
}
