import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Makes one new embedded database, without a table: to copy it takes a hundredth of making one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'deedbox-new-'))
  const folder = join(home, 'database')
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'db', 'embedded.build.ts'), folder])
  project.provide('newDatabase', folder)
  return () => rm(home, { recursive: true, force: true })
}
