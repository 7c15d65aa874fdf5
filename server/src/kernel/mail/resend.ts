import { and, eq } from 'drizzle-orm'
import { mailMessages } from '../../db/tables/mail.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { mailsOf } from './list.ts'
import type { Mail } from './mail.ts'
import { permitTyped } from './outside.ts'

/**
 * Queues a mail that has permanently failed again: administrators any, others one that they caused, within what they may send at all.
 * @throws Refusal 'not-found', 'mail-not-failed', 'recipient-stopped', 'outside-limit'.
 */
export async function resendMail(services: { mail: Mail }, ctx: Acting<WriteCtx>, id: string): Promise<void> {
  const seen = mailsOf(ctx.actor)
  const [row] = await ctx.tx
    .select({ recipient: mailMessages.recipient })
    .from(mailMessages)
    .where(and(eq(mailMessages.id, id), seen))
  if (!row) throw new Refusal('not-found')
  if (seen) await permitTyped(ctx, row.recipient)
  await services.mail.resend(ctx, id)
}
