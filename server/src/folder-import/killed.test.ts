import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { documents } from '../db/tables/documents.ts'
import { importedFiles } from '../db/tables/imports.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'

const files = 120
const onPostgres = Boolean(inject('postgresUrl'))
let root: string
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deedbox-killed-'))
  folder = join(root, 'deeds')
  await mkdir(folder)
  const databaseUrl = await testDatabase(root)
  env = { DATA_DIR: join(root, 'data'), ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  for (let n = 0; n < files; n++) await writeFile(join(folder, `deed ${n}.txt`), `Deed ${n} `.repeat(2_000))
})
afterAll(() => rm(root, { recursive: true, force: true }))

let runs = 0
/** The command as an operator gives it. */
function command(owner: string): ChildProcess {
  const report = join(root, `report-${++runs}.csv`)
  const args = [join(import.meta.dirname, '..', 'import.ts'), folder, '--owner', owner, '--report', report]
  return spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'pipe' })
}

async function ended(child: ChildProcess) {
  const [out, errors] = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const [code] = await once(child, 'exit')
  return { code: code as number | null, out: await out, errors: await errors }
}

/** How many documents there are, however the command and the server come to the database. */
async function counts(app: TestApp) {
  const { db } = app.services.database
  const rows = await db.select({ path: importedFiles.path }).from(importedFiles)
  const content: string[] = []
  for await (const { path } of app.services.storage.list()) content.push(path)
  return {
    documents: await db.$count(documents),
    paths: new Set(rows.map(({ path }) => path)).size,
    content: content.length,
  }
}

test('killed at any moment, the import goes on where it stopped, and every file becomes one document', async () => {
  let app = await startTestApp(env)
  const { email } = await app.person('trustee')
  if (!onPostgres) {
    const refused = await ended(command(email))
    expect([refused.code, refused.errors]).toEqual([2, expect.stringContaining('stop Deedbox, import')])
    await app.running.stop()
  }
  for (const after of [5, 200]) {
    const child = command(email)
    child.stdout?.resume()
    // From its first word on, it imports.
    await once(child.stdout as NodeJS.ReadableStream, 'data')
    await pause(after)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const last = await ended(command(email))
  expect([last.code, last.errors]).toEqual([0, ''])
  if (!onPostgres) app = await startTestApp(env)
  const found = await counts(app)
  expect([found.documents, found.paths]).toEqual([files, files])
  // Content that a kill left without a document goes to the quarantine after a day; never more than was under way.
  expect(found.content - files).toBeLessThanOrEqual(2 * 4)
  await app.stop()
}, 100_000)
