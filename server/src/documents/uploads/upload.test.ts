import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { limits } from '@deedbox/contract/limits.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOffice } from '../../../demo/files.ts'
import { documents } from '../../db/tables/documents.ts'
import { events, pdfOf, refusal, send, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

const maxBytes = 300_000
let app: TestApp
let trustee: Person

beforeAll(async () => {
  app = await startTestApp({ MAX_UPLOAD_BYTES: String(maxBytes) }, { listen: true })
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

const rows = () => app.services.database.db.select().from(documents)
const row = async (id: string) =>
  (await app.services.database.db.select().from(documents).where(eq(documents.id, id)))[0]

/** Lists every file in the store, also unfinished ones. */
async function storedFiles(): Promise<string[]> {
  const root = join(app.dataDir, 'documents')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Checks that nothing of a refused upload remains: no row, no file. */
async function leavesNothing(act: () => Promise<unknown>): Promise<void> {
  const before = { rows: (await rows()).length, files: await storedFiles() }
  await act()
  expect((await rows()).length).toBe(before.rows)
  expect((await storedFiles()).sort()).toEqual(before.files.sort())
}

const picture = (format: 'png' | 'jpeg' | 'webp' | 'tiff') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#825f1a' } })
    .toFormat(format)
    .toBuffer()
const office = (kind: 'docx' | 'xlsx' | 'odt') =>
  makeOffice({ kind, title: 'Deed of trust', paragraphs: ['The settlor declares.'] })
const message = Buffer.from('From: a@example.com\r\nTo: b@example.com\r\nSubject: The will\r\n\r\nHello\r\n')

test('a document is stored as it was sent, hashed, encrypted, at the owner’s path, and audited', async () => {
  const content = await pdfOf('The Hartley Family Trust')
  const answer = await send(
    app,
    trustee,
    content,
    {
      fileName: 'Trust deed.PDF',
      title: 'Hartley trust',
      type: 'trust_deed',
      clientName: 'Hartley',
      expiryDate: '2020-02-29',
    },
    { 'content-type': 'application/pdf' },
  )
  expect(answer.statusCode).toBe(201)
  const { document } = answer.json()
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect(document).toMatchObject({
    title: 'Hartley trust',
    type: 'trust_deed',
    status: 'active',
    clientName: 'Hartley',
    expiryDate: '2020-02-29',
    fileName: 'Trust deed.PDF',
    fileType: 'application/pdf',
    fileSize: content.length,
    ownerId: trustee.id,
    ownerEmail: trustee.email,
    sha256,
    secure: true,
    preview: true,
    access: null,
    can: { download: true, share: true, delete: true, preview: true, seeAccess: true, seeHistory: true },
  })
  const stored = await row(document.id)
  expect(stored?.filePath).toMatch(new RegExp(`^${trustee.id}/\\d{13}\\.pdf$`))
  const onDisk = await readFile(join(app.dataDir, 'documents', stored?.filePath ?? ''))
  expect(onDisk.includes('%PDF')).toBe(false)
  expect(await events(app, document.id)).toEqual(['document_uploaded'])
})

test('every promised type is accepted and stored with its own media type', async () => {
  const files: Record<string, Buffer> = {
    'a.pdf': await pdfOf('x'),
    'a.png': await picture('png'),
    'a.jpg': await picture('jpeg'),
    'a.jpeg': await picture('jpeg'),
    'a.webp': await picture('webp'),
    'a.tif': await picture('tiff'),
    'a.TIFF': await picture('tiff'),
    'a.txt': Buffer.from('BMW lease — Zoë’s copy'),
    'a.docx': await office('docx'),
    'a.xlsx': await office('xlsx'),
    'a.odt': await office('odt'),
    'a.eml': message,
  }
  for (const [fileName, content] of Object.entries(files)) {
    const answer = await send(app, trustee, content, { fileName })
    expect([fileName, answer.statusCode]).toEqual([fileName, 201])
  }
})

test('a file that is not what its name says is refused', async () => {
  const exe = Buffer.concat([
    Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
    randomBytes(500),
  ])
  const wrong: [string, Buffer][] = [
    ['a.pdf', exe],
    ['a.txt', exe],
    ['a.eml', exe],
    ['a.docx', exe],
    ['a.png', await picture('jpeg')],
    ['a.docx', await office('xlsx')],
    ['a.odt', await office('docx')],
    ['a.txt', await pdfOf('x')],
    ['a.eml', Buffer.from('Dear Sir, please find the will attached.')],
  ]
  await leavesNothing(async () => {
    for (const [fileName, content] of wrong)
      expect([fileName, ...refusal(await send(app, trustee, content, { fileName }))]).toEqual([
        fileName,
        415,
        'file-type-mismatch',
      ])
  })
})

test('other extensions are refused by name, and a declared type must agree', async () => {
  for (const fileName of ['a.exe', 'a', 'a.pdf.html', 'a.constructor', '.pdf '])
    expect(refusal(await send(app, trustee, Buffer.from('x'), { fileName }))[1]).toMatch(/^file-type/)
  const declared = { 'content-type': 'image/png' }
  expect(refusal(await send(app, trustee, Buffer.from('x'), {}, declared))).toEqual([
    415,
    'file-type-mismatch',
  ])
})

test('an empty file and one that is too large are refused, whether or not the size was declared', async () => {
  const large = Buffer.alloc(maxBytes + 1, 'a')
  await leavesNothing(async () => {
    expect(refusal(await send(app, trustee, Buffer.alloc(0)))).toEqual([400, 'file-empty'])
    expect(refusal(await send(app, trustee, large))).toEqual([413, 'file-too-large'])
    const chunked = await overNetwork(large, {})
    expect(chunked).toMatchObject({ status: 413, body: expect.stringContaining('file-too-large') })
    const declared = await overNetwork(large, { 'content-length': large.length })
    expect(declared).toMatchObject({ status: 413 })
  })
  expect((await send(app, trustee, Buffer.alloc(maxBytes, 'a'))).statusCode).toBe(201)
})

test('a refusal reaches a client that is still sending, and its connection lives on', async () => {
  const content = Buffer.concat([Buffer.from([0]), Buffer.alloc(maxBytes - 1, 'a')])
  expect(await overNetwork(content, { 'content-length': content.length })).toMatchObject({
    status: 415,
    body: expect.stringContaining(errors['file-type-mismatch'].message),
  })
})

test('an upload that the client cuts off leaves nothing', async () => {
  await leavesNothing(async () => {
    const answered = new Promise<void>((resolve) =>
      app.app.server.once('request', (_, response) => response.once('close', resolve)),
    )
    const sending = open({ 'content-length': maxBytes })
    sending.on('error', () => undefined)
    sending.write(Buffer.alloc(maxBytes / 2, 'a'))
    // The first half has arrived once an unfinished file is there.
    await expect.poll(async () => (await readdir(join(app.dataDir, 'documents', '.incoming'))).length).toBe(1)
    sending.destroy()
    await answered
    await expect.poll(async () => (await readdir(join(app.dataDir, 'documents', '.incoming'))).length).toBe(0)
  })
})

test('nothing remains when the session ends while the file arrives', async () => {
  const guest = await app.person('requestor')
  const { database } = app.services
  await leavesNothing(async () => {
    const sending = open({ cookie: guest.cookie })
    const answer = answerOf(sending)
    sending.write(Buffer.alloc(maxBytes / 2, 'a'))
    await expect.poll(async () => (await readdir(join(app.dataDir, 'documents', '.incoming'))).length).toBe(1)
    await database.query('delete from sessions where user_id = $1', [guest.id])
    sending.end()
    expect(await answer).toMatchObject({ status: 401 })
  })
})

test('20 uploads at once never share a path', async () => {
  const requestor = await app.person('requestor')
  const uploaded = await Promise.all(Array.from({ length: 20 }, () => upload(app, requestor)))
  const paths = (await rows())
    .filter(({ ownerId }) => ownerId === requestor.id)
    .map(({ filePath }) => filePath)
  expect(new Set(uploaded.map(({ id }) => id)).size).toBe(20)
  expect(new Set(paths).size).toBe(20)
})

test('people who may not upload are refused, and inputs are bounded', async () => {
  expect(refusal(await send(app, null, Buffer.from('x')))).toEqual([401, 'not-signed-in'])
  for (const role of ['guest', 'b2b_admin', 'auditor'])
    expect(refusal(await send(app, await app.person(role), Buffer.from('x')))).toEqual([403, 'not-allowed'])
  for (const query of [{ title: 'a\0b' }, { title: '\u2028 \u202e' }, { fileName: '\n' }])
    expect(refusal(await send(app, trustee, Buffer.from('x'), query))).toEqual([400, 'invalid-input'])
  const long = { title: 'x'.repeat(limits.text.title + 1) }
  expect(refusal(await send(app, trustee, Buffer.from('x'), long))).toEqual([400, 'invalid-input'])
})

function open(headers: Record<string, string | number>) {
  const { port } = new URL(app.address)
  return request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/documents?fileName=a.txt&title=A',
    headers: { cookie: trustee.cookie, 'content-type': 'text/plain', ...headers },
  })
}

function answerOf(sending: ReturnType<typeof open>) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', async (response) => {
      let body = ''
      for await (const chunk of response) body += chunk
      resolve({ status: response.statusCode, body })
    })
  })
}

async function overNetwork(content: Buffer, headers: Record<string, string | number>) {
  const sending = open(headers)
  const answer = answerOf(sending)
  sending.end(content)
  return answer
}
