import { daysBefore } from '@deedbox/contract/durations.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { requestBrowsing as endpoint } from '@deedbox/contract/requests.ts'
import { and, count, eq, gt } from 'drizzle-orm'
import { auditEvents } from '../../db/tables/audit.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { askedAbout } from './asked.ts'
import { browsingRequested } from './browsing-requested.mail.tsx'
import { browsingRequestedSms } from './browsing-requested-sms.mail.tsx'
import type { BrowsingMail } from './mail-parts.tsx'

/**
 * Asks the trustees, by email or by a text message to the practice, for access to documents
 * (specification, section 2: Browse Documents). Both are promised like any mail.
 * @returns the ids of what was promised
 * @throws Refusal 'sms-unavailable', 'nobody-to-ask', 'browsing-limit', 'sms-limit-practice'.
 */
export async function requestBrowsing(
  ctx: Acting<WriteCtx>,
  { channel, justification }: SchemaOutput<typeof endpoint.body>,
  { mail, config }: Pick<Services, 'mail' | 'config'>,
): Promise<string[]> {
  const { actor } = ctx
  if (channel === 'sms' && !config.sms) throw new Refusal('sms-unavailable')
  await refuseOverLimit(ctx, channel)
  const data: BrowsingMail = { requesterName: actor.name, requesterEmail: actor.email, justification }
  const mailIds: string[] = []
  if (channel === 'sms' && config.sms)
    mailIds.push(await mail.enqueue(ctx, browsingRequestedSms, config.sms.to, data))
  else
    for (const email of await askedAbout(ctx, actor.id, null))
      mailIds.push(await mail.enqueue(ctx, browsingRequested, email, data))
  await ctx.audit({
    event: 'browsing_requested',
    notes: justification || undefined,
    details: { channel, recipients: mailIds.length },
  })
  return mailIds
}

/** Mails and texts alike count for the person, and texts for the practice, which pays for them. */
async function refuseOverLimit(ctx: Acting<WriteCtx>, channel: 'email' | 'sms'): Promise<void> {
  const { aDay, textsADay } = limits.browsing
  // The locks make servers count one after another.
  await advisoryLock(ctx, `browsing ${ctx.actor.id}`)
  const since = daysBefore(ctx.now, 1)
  const { actorId, event, at } = auditEvents
  const [asked] = await ctx.tx
    .select({ times: count() })
    .from(auditEvents)
    .where(and(eq(actorId, ctx.actor.id), eq(event, 'browsing_requested'), gt(at, since)))
  if ((asked?.times ?? 0) >= aDay) throw new Refusal('browsing-limit', { values: { limit: aDay } })
  if (channel !== 'sms') return
  await advisoryLock(ctx, 'texts to the practice')
  const { kind, createdAt } = mailMessages
  const texts = and(eq(kind, 'browsing_requested_sms'), gt(createdAt, since))
  if ((await ctx.tx.$count(mailMessages, texts)) >= textsADay) throw new Refusal('sms-limit-practice')
}
