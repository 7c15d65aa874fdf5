import { defaultSettings, type Settings, settings as schema } from '@deedbox/contract/settings.ts'
import type { Database } from '../db/client.ts'

/** What the configuration sets unless an administrator changed it. */
export type Configured = Pick<Settings, 'supportEmail' | 'timeZone' | 'sessionDays'>

/** The deployment's settings. Every request reads their version with its session, so a change applies on all servers at once. */
export function createSettings(database: Database, configured: Configured) {
  const defaults = { ...defaultSettings, ...configured, signUpRoles: [...defaultSettings.signUpRoles] }
  let known: { version: number; values: Settings } = { version: -1, values: defaults }
  return {
    /** As of the last request; for texts made outside a request. */
    current: (): Settings => known.values,
    /** The settings of this version, loaded if it is another one than the last. */
    async at(version: number): Promise<Settings> {
      if (version === known.version) return known.values
      const { rows } = await database.query<{ version: number; values: Record<string, unknown> }>(
        'select version, "values" from settings',
      )
      const [row] = rows
      if (!row) throw new Error('The row of the settings is missing')
      const values = { ...defaults, ...readable(row.values) }
      if (row.version > known.version) known = { version: row.version, values }
      return values
    },
  }
}

export type SettingsReader = ReturnType<typeof createSettings>

/** The stored values that this version of Deedbox understands. */
function readable(stored: Record<string, unknown>): Partial<Settings> {
  const parsed = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = name in stored ? field.safeParse(stored[name]) : undefined
    return value?.success ? [[name, value.data]] : []
  })
  return Object.fromEntries(parsed)
}
