import { deviceText } from '@deedbox/contract/device.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { securityNoticeMail } from './security-notice.mail.tsx'

export type SecurityNotice = {
  /** Event as the subject and the title: 'An authenticator app was added'. */
  title: string
  /** Paragraphs that say more about it. */
  lines?: readonly string[]
  /** Something that another person did; null: the person themselves, from this device and address. */
  by?: string | null
}

/**
 * Mails a person what happened to the security of their account, in the transaction that does it: when, from where, and what to do if it was
 * not them.
 */
export const securityNotice = (
  mail: Services['mail'],
  ctx: WriteCtx,
  person: { email: string; firstName: string },
  { title, lines = [], by = null }: SecurityNotice,
): Promise<string> =>
  mail.enqueue(ctx, securityNoticeMail, person.email, {
    firstName: person.firstName,
    title,
    lines: lines.map((text) => ({ text })),
    at: ctx.now.toISOString(),
    by,
    device: deviceText(ctx.userAgent),
    address: ctx.ip,
  })
