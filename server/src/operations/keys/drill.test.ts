import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { keyEscrows } from '../../db/tables/keys.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { divideKey } from './escrow.ts'

let app: TestApp
let admin: Person
const logs: string[] = []
beforeAll(async () => {
  app = await startTestApp({}, { logs })
  admin = await app.person('admin')
})
afterAll(() => app.stop())

const drill = (parts: string[]) => app.call(admin, 'POST', '/api/keys/drill', { parts })

test('an administrator divides the key, its parts are in that answer only, and a drill opens a sample', async () => {
  expect((await app.call(admin, 'GET', '/api/keys')).json()).toMatchObject({ escrow: null, drilledAt: null })
  const made = await app.call(admin, 'POST', '/api/keys/escrow', { parts: 5, threshold: 3 })
  expect(made.statusCode).toBe(200)
  expect(made.headers['cache-control']).toBe('no-store')
  const { parts, mark } = made.json<{ parts: { words: string; sheet: string }[]; mark: string }>()
  expect(parts).toHaveLength(5)
  const texts = parts.map(({ words }) => words)
  for (const [at, { sheet, words }] of parts.entries()) {
    const pdf = Buffer.from(sheet, 'base64')
    const file = { id: `sheet-${at}`, fileType: 'application/pdf', size: pdf.length, bytes: async () => pdf }
    const pages = await app.services.renderer.pages(file)
    const read = await Promise.all(pages.map((_, n) => app.services.renderer.text(file, n + 1)))
    const text = read.map((page) => page.text).join(' ')
    expect(text).toContain(`Part ${at + 1} of 5`)
    for (const word of words.split(' ')) expect(text).toContain(word)
    expect(text.replace(/\s+/g, ' ')).toContain('polynomial x^8 + x^4 + x^3 + x + 1 (0x11b)')
    expect(pages.length).toBeLessThanOrEqual(2)
  }

  // A secret of the deployment is the sample where there is no document yet.
  expect((await drill(texts.slice(0, 3))).json()).toEqual({ opened: 'secret' })
  const trustee = await app.person('trustee')
  const { id } = await upload(app, trustee)
  expect((await drill([texts[4] ?? '', texts[1] ?? '', texts[2] ?? ''])).json()).toEqual({
    opened: 'document',
  })
  expect((await drill(texts.slice(0, 2))).json()).toMatchObject({ error: { code: 'parts-few' } })
  const shown = (await app.call(admin, 'GET', '/api/keys')).json()
  expect(shown.escrow).toMatchObject({ mark, parts: 5, threshold: 3, madeByName: 'Test admin' })
  expect(shown.drilledAt).not.toBeNull()

  const events = await app.services.database.db.select().from(auditEvents)
  expect(events.filter(({ event }) => event.startsWith('key_escrow')).map((one) => one.documentId)).toEqual([
    null,
    null,
    id,
  ])
  const kept = JSON.stringify([events, await app.services.database.db.select().from(keyEscrows), logs, shown])
  for (const text of texts) expect(kept).not.toContain(text.split(' ').slice(8, 11).join(' '))
})

test('parts of another key are refused, also of the former one after a rotation', async () => {
  const { parts } = await divideKey(app.services.keyring, { parts: 2, threshold: 2 })
  expect((await drill(parts)).statusCode).toBe(200)
  expect((await app.call(admin, 'POST', '/api/keys/rotation')).statusCode).toBe(200)
  expect((await drill(parts)).json()).toMatchObject({ error: { code: 'parts-former' } })
  expect((await app.call(admin, 'GET', '/api/keys')).json().drilledAt).toBeNull()
  const trustee = await app.person('trustee')
  expect((await app.call(trustee, 'POST', '/api/keys/escrow', { parts: 3, threshold: 2 })).statusCode).toBe(
    403,
  )
})
