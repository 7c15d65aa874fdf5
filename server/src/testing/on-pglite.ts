import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'

/** Makes one migrated data folder for the whole suite: a copy of it is quicker than a new database for each file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-template-'))
  const database = await openDatabase({ dataDir, logger: pino({ level: 'silent' }) })
  await migrate(database, join(import.meta.dirname, '..', '..', 'drizzle'))
  await database.close()
  project.provide('postgresUrl', '')
  project.provide('templateDir', dataDir)
  return () => rm(dataDir, { recursive: true, force: true })
}
