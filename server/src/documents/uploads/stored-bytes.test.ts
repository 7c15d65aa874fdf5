import { Readable } from 'node:stream'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documents } from '../../db/tables/documents.ts'
import { uploads } from '../../db/tables/uploads.ts'
import { refusal, send, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { removeDeletedContent } from '../documents.jobs.ts'
import { contentOf } from '../store/stores.testing.ts'
import { begin, begun, discard, patch } from './client.testing.ts'

const MB = 1024 * 1024
const bytes = (count: number) => Buffer.alloc(count, 'a')
let app: TestApp
let admin: Person
let requestor: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
})
beforeEach(async () => {
  requestor = await app.person('requestor')
  await change(1)
})
afterAll(() => app.stop())

async function change(storageMegabytes: number | null) {
  const was: { values: Settings } = (await app.call(admin, 'GET', '/api/settings')).json()
  const changes = { storageMegabytes }
  const answer = await app.call(admin, 'PUT', '/api/settings', { changes, was: was.values })
  expect(answer.statusCode, answer.body).toBe(200)
}
const storage = async (as = requestor) => (await app.call(as, 'GET', '/api/uploads')).json().storage
const stored = async (of = requestor) => {
  const [row] = await app.services.database.db
    .select({ bytes: sum(documents.fileSize).mapWith(Number) })
    .from(documents)
    .where(eq(documents.ownerId, of.id))
  return row?.bytes ?? 0
}

test('5 GB is the limit until an administrator changes it', async () => {
  const { defaults } = (await app.call(admin, 'GET', '/api/settings')).json()
  expect(defaults.storageMegabytes).toBe(5 * 1024)
})

test('what would exceed the limit is refused, and what just fits is stored', async () => {
  await upload(app, requestor, {}, bytes(MB - 1000))
  const refused = await send(app, requestor, bytes(1001))
  expect(refusal(refused)).toEqual([413, 'storage-full'])
  expect(refused.json().error.message).toMatch(/^You may keep 1\.0 MB here and 1\.0 MB of it is used/)
  expect(refusal(await begin(app, requestor, 1001))).toEqual([413, 'storage-full'])
  await upload(app, requestor, {}, bytes(1000))
  expect(await storage()).toEqual({ used: MB, limit: MB })
  expect(await stored()).toBe(MB)
})

test('a file of no announced size is refused too, and leaves nothing', async () => {
  const answer = await app.call(requestor, 'POST', '/api/documents?fileName=note.txt&title=Note', undefined, {
    payload: Readable.from([bytes(MB + 1)]),
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(refusal(answer)).toEqual([413, 'storage-full'])
  expect(await stored()).toBe(0)
  const paths = await contentOf(app.services.storage)
  expect(paths.filter((path) => path.startsWith(requestor.id))).toEqual([])
})

test('an unfinished upload counts with what it announced, until it is finished or discarded', async () => {
  const url = await begun(app, requestor, 700_000)
  expect(await storage()).toEqual({ used: 700_000, limit: MB })
  expect(refusal(await send(app, requestor, bytes(400_000)))).toEqual([413, 'storage-full'])
  expect((await patch(app, requestor, url, 0, bytes(700_000))).statusCode).toBe(204)
  expect(await storage()).toEqual({ used: 700_000, limit: MB })
  const other = await begun(app, requestor, 300_000)
  expect(refusal(await begin(app, requestor, 300_000))).toEqual([413, 'storage-full'])
  await discard(app, requestor, other)
  await upload(app, requestor, {}, bytes(300_000))
})

test.each([
  ['direct', () => false],
  ['resumable', () => true],
  ['either', (n: number) => n % 2 === 0],
] as const)('twenty %s uploads at once never exceed it', async (_, isResumable) => {
  const size = 200_000
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      if (!isResumable(n)) return send(app, requestor, bytes(size))
      const began = await begin(app, requestor, size)
      return began.statusCode === 201
        ? patch(app, requestor, String(began.headers.location), 0, bytes(size))
        : began
    }),
  )
  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(5)
  for (const answer of answers.filter(({ statusCode }) => statusCode >= 300))
    expect(refusal(answer)).toEqual([413, 'storage-full'])
  expect(await stored()).toBe(5 * size)
})

test('a deleted document counts until its content is erased', async () => {
  const document = await upload(app, requestor, {}, bytes(900_000))
  const deleted = await app.call(admin, 'DELETE', `/api/documents/${document.id}`)
  expect(deleted.statusCode, deleted.body).toBe(200)
  expect(refusal(await send(app, requestor, bytes(900_000)))).toEqual([413, 'storage-full'])
  await app.services.database.db
    .update(documents)
    .set({ keptUntil: new Date(Date.now() - dayMs) })
    .where(eq(documents.id, document.id))
  await removeDeletedContent(app.services)
  expect(await storage()).toEqual({ used: 0, limit: MB })
  await upload(app, requestor, {}, bytes(900_000))
})

test.each([
  ['a confirmed trustee', 'trustee', {}, false],
  ['an administrator', 'admin', {}, false],
  ['an unconfirmed trustee', 'trustee', { confirmedAt: null }, true],
  ['a requestor', 'requestor', {}, true],
] as const)('%s: whom it concerns', async (_, role, set, limited) => {
  const person = await app.person(role, set)
  expect(await storage(person)).toEqual(limited ? { used: 0, limit: MB } : null)
  expect((await send(app, person, bytes(MB + 1))).statusCode).toBe(limited ? 413 : 201)
  expect((await begin(app, person, MB + 1)).statusCode).toBe(limited ? 413 : 201)
})

test('a change applies at once, also to what is under way, which keeps what has arrived', async () => {
  await change(2)
  const url = await begun(app, requestor, 1_500_000)
  expect((await patch(app, requestor, url, 0, bytes(500_000))).statusCode).toBe(204)
  await change(1)
  expect(refusal(await patch(app, requestor, url, 500_000, bytes(1_000_000)))).toEqual([413, 'storage-full'])
  const [row] = await app.services.database.db.select().from(uploads).where(eq(uploads.ownerId, requestor.id))
  expect(row).toMatchObject({ received: 500_000, documentId: null })
  await change(null)
  expect(await storage()).toBeNull()
  const done = await patch(app, requestor, url, 500_000, bytes(1_000_000))
  expect(done.statusCode, done.body).toBe(204)
  expect(await stored()).toBe(1_500_000)
  await upload(app, requestor, {}, bytes(2 * MB))
})
