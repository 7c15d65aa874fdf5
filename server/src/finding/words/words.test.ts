import { randomBytes } from 'node:crypto'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWords } from '../../db/word-hashes.ts'
import { removeDeletedContent } from '../../documents/documents.jobs.ts'
import { keyringOf } from '../../platform/encryption/keys.ts'
import { createRenderer } from '../../platform/rendering/renderer.ts'
import { pdfOf as lockedPdf } from '../../platform/rendering/samples.ts'
import { wordRules } from '../../platform/words.ts'
import { events, pdfOf, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { indexDocuments } from './index-documents.ts'
import { currentReader } from './read-words.ts'

let app: TestApp
let trustee: Person
let other: Person
let guest: Person
const logs: string[] = []

beforeAll(async () => {
  app = await startTestApp({}, { logs })
  trustee = await app.person('trustee')
  other = await app.person('trustee', { confirmedAt: null })
  guest = await app.person('guest')
})
afterAll(() => app.stop())

const pdf = async (...lines: string[]) =>
  (await upload(app, trustee, { fileName: 'deed.pdf' }, await pdfOf(...lines))).id
const indexed = () => app.services.jobs.runDue('index-documents')
/** Runs the job, as its schedule would. */
async function index() {
  await app.services.database.db.transaction((tx) => app.services.jobs.send(tx, 'index-documents', {}))
  await indexed()
}
const found = async (as: Person, text: string, more = {}) => {
  const answer = await app.call(as, 'GET', `/api/documents?${new URLSearchParams({ text, ...more })}`)
  return answer.json<{ documents: DocumentRow[] }>().documents.map(({ id }) => id)
}
const rows = async (documentId: string) => {
  const { rows } = await app.services.database.query<{ n: number; outcome: string; attempts: number }>(
    'select cardinality(hashes)::int as n, outcome, attempts from document_words where document_id = $1',
    [documentId],
  )
  return rows
}

test('a document is found by the words of its text, all of them, on any page, once they were read', async () => {
  const deed = await pdf('The settlor Wilhelmina', "O'Brien's farm at Coonabarabran")
  expect(await found(trustee, 'wilhelmina')).toEqual([])
  await index()
  expect(await rows(deed)).toEqual([{ n: 6, outcome: 'read', attempts: 1 }])
  expect(await found(trustee, 'WILHELMINA')).toEqual([deed])
  expect(await found(trustee, "coonabarabran o'brien's settlor")).toEqual([deed])
  expect(await found(trustee, 'coonabarabran piano')).toEqual([])
  expect(await found(trustee, 'wilhel')).toEqual([])
  expect(await found(trustee, 'of the')).toEqual([])
  // Deedbox reading it for itself is no reading by anybody.
  expect(await events(app, deed)).toEqual(['document_uploaded'])
})

test('only who may open the document finds it, and only as long', async () => {
  const deed = await pdf('The heirloom is a theodolite')
  await index()
  expect(await found(guest, 'theodolite')).toEqual([])
  expect(await found(other, 'theodolite')).toEqual([])
  const shared = await app.call(trustee, 'POST', `/api/documents/${deed}/access`, { email: guest.email })
  expect(await found(guest, 'theodolite')).toEqual([deed])
  await app.call(trustee, 'POST', `/api/access/${shared.json().grant.id}/revoke`, {})
  expect(await found(guest, 'theodolite')).toEqual([])
})

test('the words of a deleted document are found by nobody, again once it is restored, and are erased with its content', async () => {
  const deed = await pdf('The sextant goes to Ngaire')
  await app.call(trustee, 'DELETE', `/api/documents/${deed}`)
  await index()
  expect(await rows(deed)).toEqual([])
  await app.call(trustee, 'POST', `/api/documents/${deed}/restore`)
  await index()
  expect(await found(trustee, 'sextant')).toEqual([deed])
  await app.call(trustee, 'DELETE', `/api/documents/${deed}`)
  expect(await found(trustee, 'sextant')).toEqual([])
  expect(await found(trustee, 'sextant', { view: 'deleted' })).toEqual([])
  app.shift(100 * dayMs)
  await removeDeletedContent(app.services)
  expect(await rows(deed)).toEqual([])
})

test('what cannot be read is noted and not tried for ever; a reader that can do more tries it again', async () => {
  const { database } = app.services
  const broken = (await upload(app, trustee, { fileName: 'broken.pdf' }, Buffer.from('%PDF-1.7\nno more'))).id
  const blank = await pdf('')
  const admin = await app.person('admin')
  const progress = async () => (await app.call(admin, 'GET', '/api/system')).json().words
  expect(await progress()).toEqual({ toRead: 2, toReadIsMore: false, unreadable: 0 })
  await index()
  expect(await progress()).toEqual({ toRead: 0, toReadIsMore: false, unreadable: 1 })
  expect([await rows(broken), await rows(blank)]).toMatchObject([
    [{ outcome: 'unreadable' }],
    [{ outcome: 'nothing' }],
  ])
  await index()
  expect(await rows(broken)).toMatchObject([{ attempts: 1 }])
  // A server that could read less, by the same rules.
  const less = `${wordRules}.less`
  await database.query('update document_words set reader = $1', [less])
  await database.query('update word_index set reader = $1', [less])
  expect(await progress()).toEqual({ toRead: 2, toReadIsMore: false, unreadable: 0 })
  const before = await database.query('select document_id from document_words where reader = $1', [less])
  await index()
  const after = await database.query<{ outcome: string }>(
    'select outcome from document_words where reader = $1',
    [less],
  )
  expect(before.rows.length).toBeGreaterThan(after.rows.length)
  // Documents that were read by the same rules stay as they are.
  expect(new Set(after.rows.map(({ outcome }) => outcome))).toEqual(new Set(['read']))
})

test('a server that has LibreOffice or Tesseract is another reader, by the same rules', () => {
  const program = {} as never
  const readers = [null, program].flatMap((office) =>
    [null, program].map((ocr) => currentReader({ office, ocr })),
  )
  expect(new Set(readers).size).toBe(4)
  expect(new Set(readers.map((reader) => reader.split('.')[0])).size).toBe(1)
})

test('a document whose reading ends the process is left after three times; one that another server reads is left to it', async () => {
  const { query } = app.services.database
  const deed = await pdf('The quadrant')
  await query(
    "insert into document_words (document_id, outcome, reader, attempts, read_at) select $1, 'begun', reader, 2, now() + interval '100 days' from word_index",
    [deed],
  )
  await index()
  expect(await rows(deed)).toMatchObject([{ outcome: 'begun', attempts: 2 }])
  app.shift(hourMs)
  await query('update document_words set attempts = 3 where document_id = $1', [deed])
  await index()
  expect(await rows(deed)).toMatchObject([{ outcome: 'unreadable', n: 0 }])
  await query("update document_words set outcome = 'begun', attempts = 1 where document_id = $1", [deed])
  await index()
  expect(await found(trustee, 'quadrant')).toEqual([deed])
})

test('a document that a busy server could not read in time is read later, and left after three times', async () => {
  const { services } = app
  const deed = await pdf('The chronometer')
  const renderer = createRenderer({ logger: services.logger, timeoutMs: 1 })
  const indexSlowly = () => indexDocuments({ ...services, renderer }, AbortSignal.timeout(60_000))
  try {
    await indexSlowly()
    expect(await rows(deed)).toMatchObject([{ outcome: 'begun', attempts: 1 }])
    app.shift(hourMs)
    await index()
    expect(await rows(deed)).toMatchObject([{ outcome: 'read', attempts: 2 }])
    expect(await found(trustee, 'chronometer')).toEqual([deed])
    await services.database.query(
      "update document_words set outcome = 'begun', attempts = 2 where document_id = $1",
      [deed],
    )
    app.shift(hourMs)
    await indexSlowly()
    app.shift(hourMs)
    await index()
    expect(await rows(deed)).toMatchObject([{ outcome: 'unreadable', attempts: 3 }])
  } finally {
    await renderer.close()
  }
})

test('nothing that is stored or logged has a word of a text', async () => {
  const deed = await pdf('Zanzibar')
  await index()
  const { query } = app.services.database
  const dump = await query<{ row: string }>(
    'select to_jsonb(w)::text as row from document_words w where document_id = $1 union all select to_jsonb(k)::text from word_index k',
    [deed],
  )
  expect(JSON.stringify(dump.rows).toLowerCase()).not.toContain('zanzibar')
  expect(logs.join().toLowerCase()).not.toContain('zanzibar')
  expect(app.services.words.hashesOf(['zanzibar', 'zanzibar'])).toMatch(/^\{-?\d+\}$/)
})

test('the key is the same at every start, also where a newer master key is there', async () => {
  const { database, keyring, words } = app.services
  const old = [...keyring.masterKeys.values()].map((one) => one.export().toString('base64')).join(' ')
  const rotated = keyringOf(`${randomBytes(32).toString('base64')} ${old}`)
  for (const any of [keyring, rotated])
    expect((await openWords(database, any)).hashesOf(['deed'])).toBe(words.hashesOf(['deed']))
  const other = keyringOf(randomBytes(32).toString('base64'))
  await expect(openWords(database, other)).rejects.toThrow(/master key/i)
})

test('words without content are swept', async () => {
  const deed = await pdf('The astrolabe')
  await index()
  const { database, jobs } = app.services
  await database.query('update documents set wrapped_key = null where id = $1', [deed])
  await database.db.transaction((tx) => jobs.send(tx, 'sweep-words', {}))
  await jobs.runDue('sweep-words')
  expect(await rows(deed)).toEqual([])
})

test('a mail is found by the words of what is attached to it, also to a mail in it, under the rules of the mail', async () => {
  const part = (name: string, type: string, content: Buffer | string, boundary = 'b') =>
    `--${boundary}\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`
  const head = (boundary: string) =>
    `From: a@example.com\r\nSubject: Papers\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=${boundary}\r\n\r\n`
  const older = `${head('i')}${part('note.txt', 'text/plain', 'The harpsichord', 'i')}--i--\r\n`
  const mail = (...parts: string[]) =>
    upload(app, trustee, { fileName: 'mail.eml' }, Buffer.from(`${head('b')}${parts.join('')}--b--\r\n`))
  const deed = part('deed.pdf', 'application/octet-stream', await pdfOf('The barometer'))
  const { id } = await mail(deed, part('program.exe', 'application/x-msdownload', 'MZ'))
  const locked = part('locked.pdf', 'application/pdf', await lockedPdf(['Secret'], { userPassword: 'open' }))
  const { id: other } = await mail(
    locked,
    `--b\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment; filename="older.eml"\r\n\r\n${older}\r\n`,
  )
  await index()
  expect([await rows(id), await rows(other)]).toMatchObject([[{ outcome: 'read' }], [{ outcome: 'partly' }]])
  expect(await found(trustee, 'barometer papers')).toEqual([id])
  expect(await found(trustee, 'harpsichord')).toEqual([other])
  // The guest of the tests above may be signed out by now: the clock was moved.
  expect(await found(await app.person('guest'), 'barometer')).toEqual([])
  expect(await events(app, id)).toEqual(['document_uploaded'])
})
