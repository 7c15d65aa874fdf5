import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** Starts PostgreSQL for the whole suite; scripts/test.mjs leaves this project out on a machine without it, and says so. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('This machine has no PostgreSQL')
  project.provide('postgresUrl', postgres.url)
  project.provide('templateDir', '')
  return () => postgres.stop()
}
