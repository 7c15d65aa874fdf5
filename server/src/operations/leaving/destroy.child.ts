import { join } from 'node:path'
import { pino } from 'pino'
import { parseConfig } from '../../platform/config.ts'
import '../../testing/tsx.ts'

// Loaded once JSX can be.
const { start } = await import('../../start.ts')
const { destroyContent } = await import('./destroy.ts')

// A server in its own process that kills itself in the middle of a destruction: before its transaction commits, or with contents to remove.
const { services } = await start({
  config: parseConfig(process.env),
  logger: pino({ level: 'silent' }),
  migrations: join(import.meta.dirname, '..', '..', '..', 'drizzle'),
  schedules: false,
})
// Jobs of the start are done before anything is confirmed: one of them would destroy it unseen.
await services.jobs.runDue()
const kill = () => process.kill(process.pid, 'SIGKILL')
const killing = <T extends object>(target: T, call: keyof T): T =>
  new Proxy(target, { get: (_, name) => (name === call ? kill() : Reflect.get(target, name)) })
if (process.env.KILLED === 'committed') services.storage = killing(services.storage, 'remove')
else services.jobs = killing(services.jobs, 'send')
// Confirmed only now, so that no job of the start does it before.
await services.database.query('update destructions set confirmed_at = now(), confirmed_by = asked_by')
await destroyContent(services)
// Reached only by one that was not killed.
process.exit(1)
