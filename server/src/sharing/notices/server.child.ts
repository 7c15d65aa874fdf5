import { join } from 'node:path'
import { pino } from 'pino'
import { parseConfig } from '../../platform/config.ts'
import '../../testing/tsx.ts'

// Loaded once JSX can be.
const { start } = await import('../../start.ts')

// A server in its own process, to be killed by servers.test.ts.
await start({
  config: parseConfig(process.env),
  logger: pino({ level: 'silent' }),
  migrations: join(import.meta.dirname, '../../../drizzle'),
  listen: false,
})
process.stdout.write('started\n')
