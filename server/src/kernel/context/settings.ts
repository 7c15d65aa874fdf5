import { defaultSettings } from '@deedbox/contract/default-settings.ts'
import { type Settings, settings as schema } from '@deedbox/contract/settings.ts'
import type { Database } from '../../db/client.ts'

/** Settings that the configuration sets unless an administrator changed them. */
export type Configured = Pick<Settings, 'supportEmail' | 'timeZone' | 'sessionDays'>

/** Keeps the deployment's settings. Every request reads their version with its session, so a change applies on all servers at once. */
export function createSettings(database: Database, { supportEmail, timeZone, sessionDays }: Configured) {
  const configured = { supportEmail, timeZone, sessionDays }
  const defaults: Settings = {
    ...defaultSettings,
    ...configured,
    signUpRoles: [...defaultSettings.signUpRoles],
    secondFactorRoles: [...defaultSettings.secondFactorRoles],
  }
  let known: { version: number; values: Settings } = { version: -1, values: defaults }
  const of = (stored: Record<string, unknown>): Settings => ({ ...defaults, ...readable(stored) })
  async function load(): Promise<Settings> {
    const { rows } = await database.query<{ version: number; values: Record<string, unknown> }>(
      'select version, "values" from settings',
    )
    const [row] = rows
    if (!row) throw new Error('The row of the settings is missing')
    const values = of(row.values)
    if (row.version > known.version) known = { version: row.version, values }
    return values
  }
  return {
    defaults,
    /** The settings with these stored values. */
    of,
    /** Settings as of the last request of this server. */
    current: (): Settings => known.values,
    /** Settings as they are stored now; for work that no request caused. */
    latest: load,
    /** Returns the settings of this version, loaded if it is another one than the last. */
    at: async (version: number): Promise<Settings> => (version === known.version ? known.values : load()),
  }
}

export type SettingsReader = ReturnType<typeof createSettings>

/** Reads the stored values that this version of Deedbox understands. */
function readable(stored: Record<string, unknown>): Partial<Settings> {
  const parsed = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = name in stored ? field.safeParse(stored[name]) : undefined
    return value?.success ? [[name, value.data]] : []
  })
  return Object.fromEntries(parsed)
}
