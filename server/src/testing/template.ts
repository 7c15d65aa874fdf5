import { join } from 'node:path'
import { pino } from 'pino'
import { parseConfig } from '../platform/config.ts'
import { start } from '../start.ts'

/** Fills a database as a first start does, except that it belongs to no store and no master key yet: a template for the tests' own. */
export async function fillTemplate(env: { DATA_DIR: string; DATABASE_URL?: string }): Promise<void> {
  const { services, stop } = await start({
    config: parseConfig({ PORT: '0', ...env }),
    logger: pino({ level: 'silent' }),
    migrations: join(import.meta.dirname, '..', '..', 'drizzle'),
    listen: false,
    schedules: false,
  })
  await services.database.exec(`
    delete from deployment;
    delete from master_keys;
    delete from kept_secrets;
    -- No role needs a second factor unless a test says so.
    update settings set "values" = '{"secondFactorRoles": []}', version = version + 1;`)
  await stop()
}
