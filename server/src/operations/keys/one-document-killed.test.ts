import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { dayMs } from '@deedbox/contract/durations.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { contentOf } from '../../documents/store/stores.testing.ts'
import { sweepContent } from '../../documents/store/sweep.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'

const content = Buffer.from('I leave the box to my granddaughter.\n'.repeat(9_000))
let root: string
let env: Record<string, string>
let app: TestApp
let admin: Person
let trustee: Person
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deedbox-killed-'))
  const databaseUrl = await testDatabase(join(root, 'data'))
  env = { DATA_DIR: join(root, 'data'), ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  app = await startTestApp(env)
  admin = await app.person('admin')
  trustee = await app.person('trustee')
})
afterAll(async () => {
  await app.stop()
  await rm(root, { recursive: true, force: true })
})

/** Asks a server that kills itself at such a call. */
async function killed(at: string, path: string, body?: object): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'one-document.child.ts')], {
    env: { ...process.env, ...env, KILLED: at, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors = text(child.stderr)
  const gone = once(child, 'exit')
  const [said] = await Promise.race([once(child.stdout, 'data'), gone])
  const headers = { cookie: admin.cookie, ...(body && { 'content-type': 'application/json' }) }
  await fetch(`${String(said).trim()}${path}`, {
    ...{ method: 'POST', headers },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined)
  const [, signal] = await gone
  expect([await errors, signal], at).toEqual(['', 'SIGKILL'])
}

/** Moments of each act, and whether the key is gone after a kill then. */
const moments = [
  ['destruction', 'jobs.send after', false],
  ['destruction', 'storage.remove before', true],
  ['reencryption', 'storage.put after', false],
] as const

test('killed while it destroys a key or encrypts anew: the receipt is there exactly when the key is gone, and all else opens', async () => {
  const reason = 'The client asked for it'
  const made = []
  for (const [act, at, isGone] of moments)
    made.push({ act, at, isGone, ...(await upload(app, trustee, {}, content)) })
  await app.running.stop()
  for (const { act, at, id, title } of made)
    await killed(at, `/api/documents/${id}/${act}`, act === 'destruction' ? { title, reason } : undefined)

  app = await startTestApp(env)
  // Content that no row names moves to the quarantine after a day.
  app.shift(2 * dayMs)
  trustee = await app.signIn(trustee.id, trustee.email)
  const { db } = app.services.database
  await sweepContent(app.services)
  for (const { id, at, isGone } of made) {
    const [row] = await db.select().from(documents).where(eq(documents.id, id))
    const receipts = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.documentId, id), eq(auditEvents.event, 'document_key_destroyed')))
    expect([row?.wrappedKey === null, receipts.length], at).toEqual([isGone, isGone ? 1 : 0])
    const read = await app.call(trustee, 'GET', `/api/documents/${id}/content`)
    if (isGone) expect(read.statusCode, at).toBe(404)
    else expect(read.rawPayload.equals(content), at).toBe(true)
  }
  const named = (await db.select().from(documents)).filter(({ wrappedKey }) => wrappedKey !== null)
  expect(await contentOf(app.services.storage)).toEqual(named.map(({ filePath }) => filePath).sort())
})
