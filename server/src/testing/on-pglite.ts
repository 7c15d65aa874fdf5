import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { fillTemplate } from './template.ts'

/** Makes one database for the whole suite: a copy of it is quicker than a new one for each file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-template-'))
  await fillTemplate({ DATA_DIR: dataDir })
  project.provide('postgresUrl', '')
  project.provide('template', join(dataDir, 'database'))
  return () => rm(dataDir, { recursive: true, force: true })
}
