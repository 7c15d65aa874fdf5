import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { fillTemplate } from './template.ts'

/** Starts PostgreSQL for the whole suite; scripts/test.mjs leaves this project out on a machine without it, and says so. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_CLOCK) throw new Error('TEST_CLOCK does not move PostgreSQL’s clock: --project=pglite')
  const postgres = await startPostgres()
  if (!postgres) throw new Error('This machine has no PostgreSQL')
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-template-'))
  const template = await postgres.createDatabase()
  await fillTemplate({ DATA_DIR: dataDir, DATABASE_URL: template })
  await rm(dataDir, { recursive: true })
  project.provide('postgresUrl', postgres.url)
  project.provide('template', template)
  return () => postgres.stop()
}
