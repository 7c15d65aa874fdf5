import { dayMs, daysBefore, minuteMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { withoutLinks } from '@deedbox/contract/without-links.ts'
import { and, desc, eq, gt, inArray, not, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { Refusal } from '../../platform/errors.ts'
import { timeIn } from '../../platform/instants.ts'
import type { Actor } from '../context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../context/context.ts'
import type { MailData, MailDefinition } from './define.ts'
import type { Mail } from './mail.ts'

/** Returns the number of messages to people without an account that a person may cause. */
export function outsideLimits({ role, confirmed }: Pick<Actor, 'role' | 'confirmed'>) {
  if (role === 'admin') return limits.outsideMail.admin
  if (role === 'b2b_admin' || (role === 'trustee' && confirmed)) return limits.outsideMail.trusted
  return limits.outsideMail.others
}

/**
 * Queues a mail with text that the actor typed (ADR 11). To a person without an account it counts towards the actor's
 * limits, is sent without web addresses, and has a link to report it.
 * @throws Refusal 'recipient-stopped' if the recipient has reported the actor before; 'outside-limit'.
 */
export async function enqueueTyped<D extends MailData>(
  services: { mail: Mail },
  ctx: Acting<WriteCtx>,
  mail: MailDefinition<D>,
  to: string,
  data: NoInfer<D>,
): Promise<string> {
  const { outside } = await permitTyped(ctx, to)
  const from = { senderId: ctx.actor.id, outside }
  return services.mail.enqueue(ctx, mail, to, outside ? linkless(data) : data, from)
}

/**
 * Tells whether the actor may have a mail with typed text sent to this address now; writes nothing.
 * @throws Refusal 'recipient-stopped', 'outside-limit'.
 */
export async function permitTyped(ctx: Acting<WriteCtx>, to: string): Promise<{ outside: boolean }> {
  const { rows } = await ctx.query<{ known: boolean; stopped: boolean }>(
    `select exists (select 1 from profiles where email = $1) as known,
      exists (select 1 from mail_reports where sender_id = $2 and recipient = $1) as stopped`,
    [to, ctx.actor.id],
  )
  if (rows[0]?.stopped) throw new Refusal('recipient-stopped')
  const outside = !rows[0]?.known
  if (outside) await refuseOverLimit(ctx)
  return { outside }
}

/** Invitations to many at once, which have a limit of their own. */
const toMany = inArray(mailMessages.kind, ['imported_invitation', 'invitation_again'])

/**
 * Limits how many people a day Org Admins invite by file and again; what they and others invite one by one has its own limits.
 * @throws Refusal 'import-limit'
 */
export async function refuseOverManyLimit({ tx, actor, now }: Acting<ReadCtx>, count: number): Promise<void> {
  if (actor.permissions.includes('canManageSystem')) return
  const limit = limits.orgAdminInvitesADay
  const sinceADay = gt(mailMessages.createdAt, daysBefore(now, 1))
  const mine = and(sql`${mailMessages.outside}`, eq(mailMessages.senderId, actor.id), toMany, sinceADay)
  const before = await tx.$count(mailMessages, mine)
  if (before + count > limit)
    throw new Refusal('import-limit', { values: { limit, left: Math.max(0, limit - before) } })
}

/** Returns the same data without web addresses in any text: names and titles are typed too. */
export const linkless = <D extends MailData>(data: D): D =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(linkless) : typeof value === 'string' ? withoutLinks(value) : value,
    ]),
  ) as D

async function refuseOverLimit(ctx: Acting<WriteCtx>): Promise<void> {
  const { tx, actor, now, settings } = ctx
  // The lock makes servers count a sender's messages one after another.
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, actor.id)).for('no key update')
  const { aDay, aMinute } = outsideLimits(actor)
  for (const [most, spanMs, span] of [
    [aDay, dayMs, 'in the last 24 hours'],
    [aMinute, minuteMs, 'in the last minute'],
  ] as const) {
    // The message that reached the limit: one span after it, the next one can be sent.
    const [last] = await tx
      .select({ createdAt: mailMessages.createdAt })
      .from(mailMessages)
      .where(
        and(
          sql`${mailMessages.outside}`,
          eq(mailMessages.senderId, actor.id),
          not(toMany),
          gt(mailMessages.createdAt, new Date(now.getTime() - spanMs)),
        ),
      )
      .orderBy(desc(mailMessages.createdAt))
      .offset(most - 1)
      .limit(1)
    if (!last) continue
    const free = new Date(last.createdAt.getTime() + spanMs)
    const when = spanMs === minuteMs ? 'in a minute' : `after ${timeIn(free, settings.timeZone, 'medium')}`
    throw new Refusal('outside-limit', {
      values: { limit: most, span, when },
      retryAfterMinutes: Math.ceil((free.getTime() - now.getTime()) / minuteMs),
    })
  }
}
