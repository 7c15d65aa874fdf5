import { daysBefore } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type CheckedHealth, type HealthCheck, healthLabels } from '@deedbox/contract/system.ts'
import { sql } from 'drizzle-orm'
import { healthNow, healthSamples } from '../../db/tables/system.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { administrators } from '../../kernel/mail/administrators.ts'
import type { Services } from '../../kernel/services.ts'
import { nextStanding } from './alerts.ts'
import { healthFailed } from './health-failed.mail.tsx'
import { healthRecovered } from './health-recovered.mail.tsx'

/** Number of old samples that one run removes at most: far more than it adds. */
const batch = 1_000

/** Stores what the checks found, tells the administrators what changed, and removes samples older than 30 days. */
export async function recordHealth(
  { contexts, mail }: Pick<Services, 'contexts' | 'mail'>,
  checks: readonly CheckedHealth[],
): Promise<void> {
  await contexts.work(async (ctx) => {
    const { tx, now } = ctx
    await tx.insert(healthSamples).values(
      checks.map(({ check, state, ms, message }) => ({
        ...{ check, at: now, state, ms },
        message: state === 'good' ? '' : message,
      })),
    )
    const before = new Map((await tx.select().from(healthNow).for('update')).map((row) => [row.check, row]))
    const standings = checks.map((found) => {
      const standing = before.get(found.check) ?? { badSince: null, toldAt: null }
      return { found, since: standing.badSince, ...nextStanding(standing, found.state, now) }
    })
    await tx
      .insert(healthNow)
      .values(
        standings.map(({ found: { check, state }, badSince, toldAt }) => ({
          check,
          state,
          at: now,
          badSince,
          toldAt,
        })),
      )
      .onConflictDoUpdate({
        target: healthNow.check,
        set: {
          at: now,
          state: sql`excluded.state`,
          badSince: sql`excluded.bad_since`,
          toldAt: sql`excluded.told_at`,
        },
      })
    for (const { found, since, badSince, news } of standings)
      if (news) await tell(ctx, mail, { found, news, since: since ?? badSince ?? now })
    const old = daysBefore(now, limits.health.keptDays)
    await tx.execute(sql`
      delete from ${healthSamples} where ("check", at) in (
        select "check", at from ${healthSamples} where at < ${old.toISOString()}::timestamptz order by at limit ${batch}
      )`)
  })
}

/** Tells administrators. If no email can be sent, that is only said afterwards: until then the email would wait as well. */
async function tell(
  ctx: WriteCtx,
  mail: Services['mail'],
  { found, news, since }: { found: CheckedHealth; news: 'failed' | 'recovered'; since: Date },
): Promise<void> {
  if (news === 'failed' && found.check === 'mail') return
  const data: HealthMail = {
    check: healthLabels[found.check],
    message: found.message,
    since: since.toISOString(),
    until: ctx.now.toISOString(),
  }
  const kind = news === 'failed' ? healthFailed : healthRecovered
  await mail.enqueueAll(
    ctx,
    kind,
    (await administrators(ctx)).map((to) => ({ to, data })),
  )
}

export type HealthMail = {
  check: (typeof healthLabels)[HealthCheck]
  message: string
  since: string
  until: string
}
