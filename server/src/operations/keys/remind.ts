import { daysBefore } from '@deedbox/contract/durations.ts'
import { and, asc, eq, gt, isNull, notExists, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { sentNotices } from '../../db/tables/requests.ts'
import { wants } from '../../kernel/mail/wants.ts'
import type { Services } from '../../kernel/services.ts'
import { escrowStanding } from './escrow-standing.ts'
import { keyEscrowDue } from './key-escrow-due.mail.tsx'

/** Days between two reminders to one administrator. */
const everyDays = 30

/** Reminds administrators, each once in 30 days, until parts of the master key were made and tried. */
export async function remindOfEscrow({
  contexts,
  keyring,
  mail,
}: Pick<Services, 'contexts' | 'keyring' | 'mail'>): Promise<void> {
  const { kind } = keyEscrowDue
  await contexts.work(async (ctx) => {
    const { tx, now } = ctx
    const { toDo } = await escrowStanding(ctx, keyring)
    if (toDo === null) return
    const told = tx
      .select({ one: sql`1` })
      .from(sentNotices)
      .where(
        and(
          eq(sentNotices.kind, kind),
          eq(sentNotices.subjectId, profiles.id),
          gt(sentNotices.sentAt, daysBefore(now, everyDays)),
        ),
      )
    const people = await tx
      .select({ id: profiles.id, email: profiles.email })
      .from(profiles)
      .where(
        and(
          eq(profiles.role, 'admin'),
          isNull(profiles.deactivatedAt),
          wants(sql`${profiles.preferences}`, 'keyEscrow'),
          notExists(told),
        ),
      )
      .orderBy(asc(profiles.id))
    if (people.length === 0) return
    const about = now.toISOString()
    await tx
      .insert(sentNotices)
      .values(people.map(({ id }) => ({ kind, subjectId: id, recipient: id, about, sentAt: now })))
    await mail.enqueueAll(
      ctx,
      keyEscrowDue,
      people.map(({ email }) => ({ to: email, data: { toDo } })),
    )
    await ctx.audit(
      ...people.map(({ email }) => ({
        event: 'notice_sent' as const,
        subjectEmail: email,
        details: { kind, about },
      })),
    )
  })
}
