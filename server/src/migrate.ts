import { join } from 'node:path'
import { counted } from '@deedbox/contract/counts.ts'
import { pino } from 'pino'
import { openDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { grantTo } from './db/roles.ts'
import { ConfigError, parseConfig, resolveFiles } from './platform/config.ts'
import type { Env } from './platform/config-files.ts'
import { prepareJobs } from './platform/job-queues.ts'

/**
 * Serves npm run migrate: updates a PostgreSQL database under MIGRATE_DATABASE_URL's role, which owns everything, and gives DATABASE_URL's
 * role, which the server runs under, the rights that it needs. Returns a message for the operator.
 */
export async function migrateAsOwner(given: Env, migrations: string): Promise<string> {
  const env = resolveFiles(given)
  const owner = env.MIGRATE_DATABASE_URL || env.DATABASE_URL
  if (!owner)
    throw new ConfigError(
      'MIGRATE_DATABASE_URL is needed (or DATABASE_URL, where one role does everything). The embedded database is migrated when Deedbox starts.',
    )
  const { databaseUrl = '' } = parseConfig({ ...env, DATABASE_URL: owner })
  const server = env.MIGRATE_DATABASE_URL ? parseConfig(env).databaseUrl : undefined
  const logger = pino({ level: 'silent' })
  const database = await openDatabase({ databaseUrl, dataDir: '', logger })
  try {
    const applied = await migrate(database, migrations)
    await prepareJobs(database)
    const done = `The database is up to date (${counted(applied, 'migration')} applied).`
    const role = server && decodeURIComponent(new URL(server).username)
    if (!role) return done
    await database.transaction(() => grantTo(database, role))
    return `${done} The role ${role} has the rights of a server, and cannot change the audit trail.`
  } finally {
    await database.close()
  }
}

if (import.meta.main)
  migrateAsOwner(process.env, join(import.meta.dirname, '..', 'drizzle')).then(
    (done) => process.stdout.write(`${done}\n`),
    (error: unknown) => {
      process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    },
  )
