import { hourMs } from '@deedbox/contract/durations.ts'
import { fileKeyHeader } from '@deedbox/contract/file-key.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfOf } from '../../platform/rendering/samples.ts'
import { refusal, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

const password = 'Schlüssel-1887'
const logs: string[] = []
let app: TestApp
let trustee: Person
let documentId: string

beforeAll(async () => {
  app = await startTestApp({}, { rateLimitFactor: 1, logs })
  trustee = await app.person('trustee')
  const pdf = await pdfOf(['The settlor declares', 'The trustee accepts'], { userPassword: password })
  documentId = (await upload(app, trustee, { fileName: 'deed.pdf' }, pdf)).id
})
afterAll(() => app.stop())

const get = (as: Person, path: string, key?: string, id = documentId) =>
  app.call(as, 'GET', `/api/documents/${id}/${path}`, undefined, {
    headers: key ? { [fileKeyHeader]: key } : {},
  })
const unlock = (as: Person, tried: string, id = documentId) =>
  app.call(as, 'POST', `/api/documents/${id}/unlock`, { password: tried })
const keyFor = async (as: Person): Promise<string> => (await unlock(as, password)).json().key
const everything = [
  'pages',
  'pages/1',
  'pages/1/text',
  'thumbnails?from=1&to=2',
  'text?from=1&to=2',
  'outline',
  'search?text=settlor',
]

test('a PDF that needs a password is told at upload; one that is only limited by its owner is not', async () => {
  const open = await pdfOf(['For everyone'], { ownerPassword: password })
  expect((await upload(app, trustee, { fileName: 'open.pdf' }, open)).locked).toBe(false)
  const locked = await pdfOf(['For some'], { userPassword: password })
  expect((await upload(app, trustee, { fileName: 'locked.pdf' }, locked)).locked).toBe(true)
  const { document } = (await app.call(trustee, 'GET', `/api/documents/${documentId}`)).json()
  expect(document).toMatchObject({ locked: true, preview: true, can: { preview: true } })
})

test('it is read with the key that its password gives, by whom and for which file it was given, each reading with its event', async () => {
  const before = await trail(app, documentId)
  for (const path of everything)
    expect(refusal(await get(trustee, path))).toEqual([422, 'file-password-needed'])
  expect(refusal(await unlock(trustee, 'schlüssel-1887'))).toEqual([422, 'file-password-wrong'])
  const key = await keyFor(trustee)
  // An answer that shows nothing is no reading, but a wrong password is told.
  const [wrong, ...more] = (await trail(app, documentId)).slice(before.length)
  expect(wrong).toMatchObject({ event: 'document_password_wrong', actorId: trustee.id })
  expect(more).toEqual([])
  for (const path of everything) expect((await get(trustee, path, key)).statusCode).toBe(200)
  expect((await get(trustee, 'pages/2/text', key)).json().text).toContain('The trustee accepts')
  const { hits } = (await get(trustee, 'search?text=settlor', key)).json()
  expect(hits).toHaveLength(1)
  expect((await trail(app, documentId)).length).toBe(before.length + everything.length + 3)

  const other = await app.person('trustee')
  for (const wrong of [undefined, key, `${key}x`, 'nonsense'])
    expect(refusal(await get(other, 'pages/1', wrong))).toEqual([422, 'file-password-needed'])
  const second = await pdfOf(['Another'], { userPassword: password })
  const { id } = await upload(app, trustee, { fileName: 'other.pdf' }, second)
  expect(refusal(await get(trustee, 'pages/1', key, id))).toEqual([422, 'file-password-needed'])
})

test('who may only view gets marked pages and no words, whatever they know; who may not see it is told nothing', async () => {
  const viewer = await app.person('guest')
  expect(refusal(await unlock(viewer, password))).toEqual([404, 'document-not-found'])
  const body = { email: viewer.email, accessLevel: 'view' }
  await app.call(trustee, 'POST', `/api/documents/${documentId}/access`, body)
  const [key, own] = [await keyFor(viewer), await keyFor(trustee)]
  const plain = (await get(trustee, 'pages/1', own)).rawPayload
  const marked = await get(viewer, 'pages/1', key)
  expect(marked.statusCode).toBe(200)
  expect(marked.rawPayload.equals(plain)).toBe(false)
  for (const path of ['pages/1/text', 'text?from=1&to=1', 'pages/1?for=printing'])
    expect(refusal(await get(viewer, path, key))).toEqual([403, 'download-not-allowed'])
})

test('tries are limited for each person, and no password is logged or stored', async () => {
  const person = await app.person('trustee')
  const answers = []
  for (let tries = 0; tries < 11; tries++) answers.push((await unlock(person, `guess-${tries}`)).statusCode)
  expect(answers).toEqual([...Array(10).fill(422), 429])
  expect(logs.join()).not.toMatch(/guess-|Schl/)
  expect(JSON.stringify(await trail(app, documentId))).not.toMatch(/guess-|Schl/)
})

test('a key ends after eight hours', async () => {
  const key = await keyFor(trustee)
  app.shift(8 * hourMs + 60_000)
  expect(refusal(await get(trustee, 'pages/1', key))).toEqual([422, 'file-password-needed'])
})
