import { join } from 'node:path'
import { pino } from 'pino'
import { parseConfig } from '../../platform/config.ts'
import '../../testing/tsx.ts'

// Loaded once JSX can be.
const { start } = await import('../../start.ts')

// A server in its own process that kills itself right before or after a call of KILLED, such as 'storage.put after'.
const { services, address } = await start({
  config: parseConfig(process.env),
  logger: pino({ level: 'silent' }),
  migrations: join(import.meta.dirname, '..', '..', '..', 'drizzle'),
  schedules: false,
})
const [place = '', when] = (process.env.KILLED ?? '').split(' ')
const [part, call] = place.split('.') as ['storage' | 'jobs', string]
const kill = () => process.kill(process.pid, 'SIGKILL')
const watched = <T extends object>(target: T): T =>
  new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== call || typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        if (when === 'before') kill()
        const result: unknown = await value.apply(target, given)
        if (when === 'after') kill()
        return result
      }
    },
  })
if (part === 'storage') services.storage = watched(services.storage)
else services.jobs = watched(services.jobs)
process.stdout.write(`${address}\n`)
