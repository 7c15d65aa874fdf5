import { dayMs } from '@deedbox/contract/durations.ts'
import { ed25519Verifier, openNote, parseVerifierKey } from '@deedbox/proof/note.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: Person
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

const text = Buffer.from('I leave the box to my granddaughter.\n'.repeat(9_000))
const row = async (id: string) =>
  (await app.services.database.db.select().from(documents).where(eq(documents.id, id)))[0]
const content = (id: string) => app.call(trustee, 'GET', `/api/documents/${id}/content`)

test('a document is encrypted anew under a new key, and stays as it was when the new content is not right', async () => {
  const { id } = await upload(app, trustee, {}, text)
  const before = await row(id)
  expect((await app.call(trustee, 'POST', `/api/documents/${id}/reencryption`)).statusCode).toBe(403)
  expect((await app.call(admin, 'POST', `/api/documents/${id}/reencryption`)).statusCode).toBe(200)
  const after = await row(id)
  expect(after?.filePath).not.toBe(before?.filePath)
  expect(after?.wrappedKey).not.toEqual(before?.wrappedKey)
  expect((await content(id)).rawPayload.equals(text)).toBe(true)
  // A reader who began with the old content goes on.
  expect(await app.services.storage.has(before?.filePath ?? '')).toBe(true)

  await app.services.database.query(`update documents set sha256 = $1 where id = $2`, ['0'.repeat(64), id])
  const damaged = await app.call(admin, 'POST', `/api/documents/${id}/reencryption`)
  expect(damaged.json()).toMatchObject({ error: { code: 'content-damaged' } })
  expect((await row(id))?.filePath).toBe(after?.filePath)
  expect((await content(id)).rawPayload.equals(text)).toBe(true)
})

test('the key of a document is destroyed at once, with a receipt that its key verifies', async () => {
  const { id, title } = await upload(app, trustee, {}, text)
  const guest = await app.person('guest', { accessExpiresAt: new Date(Date.now() + dayMs) })
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: guest.email })
  const before = await row(id)
  const destroy = (body: object) => app.call(admin, 'POST', `/api/documents/${id}/destruction`, body)
  const reason = 'The client asked for it'
  expect((await destroy({ title: 'Another', reason })).json()).toMatchObject({
    error: { code: 'title-wrong' },
  })
  const done = await destroy({ title, reason })
  expect(done.statusCode).toBe(200)
  const { receipt, verifierKey } = done.json<{ receipt: string; verifierKey: string }>()
  const note = openNote(receipt, [ed25519Verifier(parseVerifierKey(verifierKey))])
  expect(note.text).toContain(`document ${id}\nsha256 ${before?.sha256}\nbytes ${text.length}\n`)
  expect(note.text).not.toContain(title)
  expect(() =>
    openNote(
      receipt.replace(
        id,
        id.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
      ),
      [ed25519Verifier(parseVerifierKey(verifierKey))],
    ),
  ).toThrow()
  expect(await row(id)).toMatchObject({ wrappedKey: null, deletedAt: expect.any(Date) })
  expect(await app.services.storage.has(before?.filePath ?? '')).toBe(false)
  expect((await content(id)).statusCode).toBe(404)
  expect((await destroy({ title, reason })).statusCode).toBe(404)
  const events = await app.services.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.documentId, id))
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['document_key_destroyed', 'revoked']),
  )
})
