import type { sendEnquiry as endpoint } from '@deedbox/contract/enquiries.ts'
import { eq } from 'drizzle-orm'
import { enquiries } from '../../db/tables/enquiries.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import { readForm, refuseTooMany } from '../../kernel/http/opened-form.ts'
import type { Services } from '../../kernel/services.ts'
import { networkOf } from '../../platform/address.ts'
import { Refusal } from '../../platform/errors.ts'
import { enquiry } from './enquiry.mail.tsx'

type Body = Input<typeof endpoint>['body']

/**
 * Stores what somebody wrote in the contact form and promises its mail to the support address, in one transaction. Only
 * a filled honeypot is dropped, without a word to the robot; the same form sent again is stored once.
 * @throws Refusal 'contact-details-missing', 'contact-fields-missing', 'contact-limit' and those of `readForm`.
 */
export async function sendEnquiry(
  services: Services,
  raw: Raw<typeof endpoint>,
  body: Body,
): Promise<Answer<typeof endpoint>> {
  if (body.website) {
    services.logger.info({ dropped: 'honeypot' }, 'an enquiry of a robot was dropped')
    return { success: true }
  }
  if (!body.email && !body.phone) throw new Refusal('contact-details-missing')
  if (!body.name || !body.message) throw new Refusal('contact-fields-missing')
  const formId = readForm(services.keyring, 'contact form', body.started, raw.now)
  await raw.transact((ctx) => record(services, ctx, formId, body))
  return { success: true }
}

async function record(services: Services, ctx: WriteCtx, formId: string, body: Body): Promise<void> {
  const { started, website, ...typed } = body
  const network = ctx.ip === null ? null : networkOf(ctx.ip)
  await advisoryLock(ctx, `enquiry ${formId}`)
  const [before] = await ctx.tx.select().from(enquiries).where(eq(enquiries.formId, formId))
  const audited = { subjectEmail: typed.email || undefined }
  if (before) {
    const same = Object.entries(typed).every(([name, value]) => before[name as keyof typeof typed] === value)
    if (!same) throw new Refusal('contact-form-old')
    // The answer to the first try was lost on its way.
    return ctx.audit({
      event: 'enquiry_received',
      ...audited,
      details: { enquiryId: before.id, again: true },
    })
  }
  await refuseTooMany(ctx, enquiries, { email: typed.email, network })
  const [row] = await ctx.tx
    .insert(enquiries)
    .values({ ...typed, formId, network, userId: ctx.actor?.id ?? null, createdAt: ctx.now })
    .returning({ id: enquiries.id })
  await ctx.audit({ event: 'enquiry_received', ...audited, details: { enquiryId: row?.id } })
  await services.mail.enqueue(ctx, enquiry, ctx.settings.supportEmail, {
    ...typed,
    account: ctx.actor?.email ?? '',
  })
}
