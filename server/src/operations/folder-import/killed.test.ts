import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { documents } from '../../db/tables/documents.ts'
import { importedFiles } from '../../db/tables/imports.ts'
import { contentOf } from '../../documents/store/stores.testing.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'

// `npm run trial -- import` kills it many times, among thousands of files.
const files = 60
const embedded = !inject('postgresUrl')
let root: string
let folder: string
let env: Record<string, string>
let app: TestApp
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deedbox-killed-'))
  folder = join(root, 'deeds')
  await mkdir(folder)
  const databaseUrl = await testDatabase(join(root, 'data'))
  env = { DATA_DIR: join(root, 'data'), ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  for (let n = 0; n < files; n++) await writeFile(join(folder, `deed ${n}.txt`), `Deed ${n} `.repeat(2_000))
  app = await startTestApp(env)
})
afterAll(async () => {
  await app.stop()
  await rm(root, { recursive: true, force: true })
})

let runs = 0
/** Runs the command as an operator gives it. */
function command(owner = ''): ChildProcess {
  const report = join(root, `report-${++runs}.csv`)
  const args = [join(import.meta.dirname, '../../import.ts'), folder, '--owner', owner, '--report', report]
  return spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'pipe' })
}

async function ended(child: ChildProcess) {
  const [out = '', errors = ''] = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const [code] = await once(child, 'exit')
  return { code: code as number | null, out: await out, errors: await errors }
}

const inStore = async () => {
  const found = await readdir(join(root, 'data', 'documents'), { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile()).length
}

test('killed in the middle, the import goes on where it stopped, and every file becomes one document', async () => {
  const { email } = await app.person('trustee')
  if (embedded) await app.running.stop()
  const child = command(email)
  const first = ended(child)
  while ((await inStore()) < 10 && child.exitCode === null) await pause(5)
  child.kill('SIGKILL')
  expect(await first).toMatchObject({ code: null, errors: '' })
  // The running server now imports, also where only it can open the database.
  if (embedded) app = await startTestApp(env)
  const last = await ended(command(email))
  expect([last.code, last.errors]).toEqual([0, ''])
  const before = Number(/Imported before: (\d+)/.exec(last.out)?.[1])
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(files)
  expect(last.out).toContain(`${files} files for ${email}`)
  expect(last.out).toContain(`${files} of ${files} files`)
  expect((await readFile(join(root, 'report-2.csv'), 'utf8')).trim().split('\n')).toHaveLength(files + 1)
  const { db } = app.services.database
  expect([await db.$count(documents), await db.$count(importedFiles)]).toEqual([files, files])
  // Content that a kill left without a document goes to the quarantine after a day; never more than was under way.
  expect((await contentOf(app.services.storage)).length - files).toBeLessThanOrEqual(4)
})

test('what is wrong is said before anything is imported, also by the running server', async () => {
  expect(await ended(command('nobody@example.com'))).toMatchObject({
    code: 2,
    errors: expect.stringContaining('There is no active account with the email nobody@example.com.'),
  })
})
