import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { requestBrowsing as endpoint } from '@deedbox/contract/requests.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { askedAbout } from './asked.ts'
import type { BrowsingMail } from './requests.emails.tsx'

/**
 * Asks the trustees, by email or by a text message to the practice, for access to documents
 * (specification, section 2: Browse Documents). Both are promised like any mail.
 * @returns the ids of what was promised
 * @throws Refusal 'sms-unavailable', 'nobody-to-ask'.
 */
export async function requestBrowsing(
  ctx: Acting<WriteCtx>,
  { channel, justification }: SchemaOutput<typeof endpoint.body>,
  { mail, config }: Pick<Services, 'mail' | 'config'>,
): Promise<string[]> {
  const { actor } = ctx
  if (channel === 'sms' && !config.sms) throw new Refusal('sms-unavailable')
  const data: BrowsingMail = { requesterName: actor.name, requesterEmail: actor.email, justification }
  const mailIds: string[] = []
  if (channel === 'sms' && config.sms)
    mailIds.push(await mail.enqueue(ctx, 'browsing_requested_sms', config.sms.to, data))
  else
    for (const email of await askedAbout(ctx, actor.id, null))
      mailIds.push(await mail.enqueue(ctx, 'browsing_requested', email, data))
  await ctx.audit({
    event: 'browsing_requested',
    notes: justification || undefined,
    details: { channel, recipients: mailIds.length },
  })
  return mailIds
}
