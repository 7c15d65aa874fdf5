import {
  type getSettings as endpoint,
  type SettingChange,
  settings as schema,
} from '@deedbox/contract/settings.ts'
import { desc, eq } from 'drizzle-orm'
import { auditEvents } from '../../db/tables/audit.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'

/** Details that the audit trail keeps of a change. */
export type Details = Pick<SettingChange, 'setting' | 'from' | 'to'>

/** Number of changes that are looked through for the last one of each setting. */
const recent = 500

/** Returns all settings, and who changed which last, from the audit trail. */
export async function getSettings(
  { settings }: Pick<Services, 'settings'>,
  ctx: ReadCtx,
): Promise<Answer<typeof endpoint>> {
  const rows = await ctx.tx
    .select({ at: auditEvents.at, by: auditEvents.actorName, details: auditEvents.details })
    .from(auditEvents)
    .where(eq(auditEvents.event, 'setting_changed'))
    .orderBy(desc(auditEvents.id))
    .limit(recent)
  const known = schema.keyof()
  const changes = new Map<string, SettingChange>()
  for (const { at, by, details } of rows) {
    const { setting, from, to } = details as Details
    if (known.safeParse(setting).success && !changes.has(setting))
      changes.set(setting, { setting, from, to, by: by ?? '', at: at.toISOString() })
  }
  return { values: ctx.settings, defaults: settings.defaults, changes: [...changes.values()] }
}
