import { join } from 'node:path'
import { pino } from 'pino'
import { parseConfig } from '../../platform/config.ts'
import '../../testing/tsx.ts'

// Loaded once JSX can be.
const { start } = await import('../../start.ts')
const { createLog } = await import('./log.ts')

// A server in its own process that seals an event and signs, and kills itself at such a statement of KILLED, as 'before insert into log_checkpoints'.
const { services } = await start({
  config: parseConfig(process.env),
  logger: pino({ level: 'silent' }),
  migrations: join(import.meta.dirname, '..', '..', '..', 'drizzle'),
  listen: false,
  schedules: false,
})
const [, when, statement = ''] = /^(before|after) (.*)$/.exec(process.env.KILLED ?? '') ?? []
const kill = () => process.kill(process.pid, 'SIGKILL')
const database = new Proxy(services.database, {
  get(target, name) {
    if (name === 'query')
      return async (...given: Parameters<typeof target.query>) => {
        const isIt = given[0].startsWith(statement)
        if (isIt && when === 'before') kill()
        const result = await target.query(...given)
        if (isIt && when === 'after') kill()
        return result
      }
    if (name === 'afterCommit' && statement === 'the commit') return () => target.afterCommit(kill)
    return Reflect.get(target, name)
  },
})
const log = createLog({ ...services, database })
if (process.env.CONTINUE) log.folder.askContinue()
await services.contexts.work((ctx) => ctx.audit({ event: 'document_restored', notes: 'killed' }))
await log.catchUp()
