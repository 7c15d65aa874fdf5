import type { ReminderSettings } from '@deedbox/contract/reminders.ts'
import { reminderWindows } from '@deedbox/contract/request-terms.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { eq } from 'drizzle-orm'
import { reminderSettings } from '../../db/tables/requests.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'

export const remindersJob = 'send-reminders'

/** Defaults for people who have not chosen (specification, section 3). */
const defaultsOf = ({ reminderDaysBefore }: Settings): ReminderSettings => ({
  enabled: true,
  daysBefore: reminderDaysBefore,
  emailNotifications: true,
})

/** The actor's expiry reminder settings. */
export async function getReminderSettings({
  tx,
  actor,
  settings,
}: Acting<ReadCtx>): Promise<ReminderSettings> {
  const [row] = await tx.select().from(reminderSettings).where(eq(reminderSettings.userId, actor.id))
  const defaults = defaultsOf(settings)
  if (!row) return defaults
  const { enabled, daysBefore, emailNotifications } = row
  return {
    enabled,
    daysBefore: reminderWindows.find((days) => days === daysBefore) ?? defaults.daysBefore,
    emailNotifications,
  }
}

/** Changes the actor's settings; documents that a wider window now includes are reminded of at once. */
export async function setReminderSettings(
  ctx: Acting<WriteCtx>,
  chosen: ReminderSettings,
  { jobs }: Pick<Services, 'jobs'>,
): Promise<ReminderSettings> {
  const { enabled, daysBefore, emailNotifications } = chosen
  const set = { enabled, daysBefore, emailNotifications }
  await ctx.tx
    .insert(reminderSettings)
    .values({ userId: ctx.actor.id, ...set })
    .onConflictDoUpdate({ target: reminderSettings.userId, set })
  await ctx.audit({ event: 'reminder_settings_updated', details: set })
  await jobs.send(ctx.tx, remindersJob, { ownerId: ctx.actor.id })
  return set
}
