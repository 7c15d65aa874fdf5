import { join } from 'node:path'
import { pino } from 'pino'
import { parseConfig } from '../platform/config.ts'
import './tsx.ts'

// Loaded once JSX can be.
const { start } = await import('../start.ts')

// A whole server in its own process for servers.test.ts; prints where it listens.
const { address } = await start({
  config: parseConfig(process.env),
  logger: pino({ level: 'silent' }),
  migrations: join(import.meta.dirname, '..', '..', 'drizzle'),
})
process.stdout.write(`${address}\n`)
