import { isDeepStrictEqual } from 'node:util'
import {
  type changeSettings as endpoint,
  type SettingName,
  type Settings,
  settings as schema,
} from '@deedbox/contract/settings.ts'
import { and, gt, inArray, ne, sql } from 'drizzle-orm'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import { settings as table } from '../../db/tables/settings.ts'
import { tallyJob } from '../../documents/lists/tallies.jobs.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { remindersJob } from '../../sharing/notices/settings.ts'
import { type Details, getSettings } from './get.ts'

type Body = Input<typeof endpoint>['body']

/**
 * Changes settings, all of them or none, each with its audit event; they apply to the next request of every server.
 * @throws Refusal 'setting-changed' when another administrator changed one since the sender saw it.
 */
export async function changeSettings(
  services: Services,
  raw: Raw<typeof endpoint>,
  body: Body,
): Promise<Answer<typeof endpoint>> {
  // A transaction without a change would have nothing to audit.
  if (differing(raw.settings, body.changes).length > 0)
    await raw.transact((ctx) => store(services, ctx, body))
  return raw.read((ctx) => getSettings(services, ctx))
}

async function store(
  services: Pick<Services, 'settings' | 'jobs'>,
  ctx: Acting<WriteCtx>,
  { changes, was }: Body,
): Promise<void> {
  const [row] = await ctx.tx.select().from(table).for('update')
  if (!row) throw new Error('The row of the settings is missing')
  const before = services.settings.of(row.values)
  refuseChanged(before, changes, was)
  const names = differing(before, changes)
  const values = { ...row.values, ...Object.fromEntries(names.map((name) => [name, changes[name]])) }
  await ctx.tx.update(table).set({ values, version: row.version + 1 })
  await ctx.audit(
    ...names.map((name) => ({
      event: 'setting_changed' as const,
      details: { setting: name, from: before[name], to: changes[name] ?? null } satisfies Details,
    })),
  )
  if (names.includes('sessionDays')) await endLongSessions(ctx, services.settings.of(values))
  if (names.includes('secondFactorRoles')) await beginGrace(ctx, before, services.settings.of(values))
  if (names.includes('timeZone')) await services.jobs.send(ctx.tx, tallyJob, {})
  if (names.includes('reminderDaysBefore')) await services.jobs.send(ctx.tx, remindersJob, {})
}

/** Gives people whose role needs a second factor from now on all the days of grace. */
async function beginGrace({ tx, now }: WriteCtx, before: Settings, after: Settings): Promise<void> {
  const added = after.secondFactorRoles.filter((role) => !before.secondFactorRoles.includes(role))
  await tx.update(profiles).set({ factorGraceFrom: now }).where(inArray(profiles.role, added))
}

const namesOf = (changes: Body['changes']) => Object.keys(changes) as SettingName[]

const differing = (before: Settings, changes: Body['changes']): SettingName[] =>
  namesOf(changes).filter((name) => !isDeepStrictEqual(changes[name], before[name]))

/**
 * Refuses settings that have changed meanwhile. The configured values may be written in another way than the settings are, so both are
 * compared as parsed.
 */
function refuseChanged(before: Settings, changes: Body['changes'], was: Body['was']): void {
  const parsed = schema.partial().parse(before)
  const changed = namesOf(changes).filter((name) => !isDeepStrictEqual(was[name], parsed[name]))
  if (changed.length === 0) return
  const { message } = new Refusal('setting-changed')
  throw new Refusal('setting-changed', {
    fields: Object.fromEntries(changed.map((name) => [`changes.${name}`, message])),
  })
}

/** Ends sessions that are too long: they last at most this many days after the sign-in, also those that have begun. */
async function endLongSessions({ tx }: WriteCtx, { sessionDays }: Settings): Promise<void> {
  const last = sql`${sessions.createdAt} + ${sessionDays} * interval '1 day'`
  await tx
    .update(sessions)
    .set({ expiresAt: last })
    .where(and(gt(sessions.expiresAt, last), ne(sessions.kind, 'token')))
}
