import { join } from 'node:path'
import { pino } from 'pino'
import { parseConfig } from '../../platform/config.ts'
import '../../testing/tsx.ts'

// Loaded once JSX can be.
const { start } = await import('../../start.ts')
const { rotateMasterKey } = await import('./rotate.ts')

// A server in its own process that replaces the master key, and kills itself: before that is committed, or while it wraps what is older.
const { services } = await start({
  config: parseConfig(process.env),
  logger: pino({ level: 'silent' }),
  migrations: join(import.meta.dirname, '..', '..', '..', 'drizzle'),
  listen: false,
  schedules: false,
})
const { contexts, database, keyring } = services
const kill = () => process.kill(process.pid, 'SIGKILL')
await contexts.work(async (ctx) => {
  await rotateMasterKey(services, ctx)
  if (process.env.KILLED === 'before the commit') kill()
})
for (;;) {
  const { rows } = await database.query('select from master_keys where id = $1 and rewrapped > 0', [
    keyring.currentId,
  ])
  if (rows.length > 0) kill()
}
