import { deviceText } from '@deedbox/contract/device.ts'
import type { WriteCtx } from '../context/context.ts'
import type { Services } from '../services.ts'

export type SecurityNotice = {
  /** What happened, as the subject and the title: 'An authenticator app was added'. */
  title: string
  /** More about it, a paragraph each. */
  lines?: readonly string[]
  /** Something that another person did; null: the person themselves, from this device and address. */
  by?: string | null
}

/**
 * Mails a person what happened to the security of their account: when, from where, and what to do if it was not them.
 * In the transaction that does it.
 */
export const securityNotice = (
  mail: Services['mail'],
  ctx: WriteCtx,
  person: { email: string; firstName: string },
  { title, lines = [], by = null }: SecurityNotice,
): Promise<string> =>
  mail.enqueue(ctx, 'security_notice', person.email, {
    firstName: person.firstName,
    title,
    lines: lines.map((text) => ({ text })),
    at: ctx.now.toISOString(),
    by,
    device: deviceText(ctx.userAgent),
    address: ctx.ip,
  })
