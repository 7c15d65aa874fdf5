import { randomBytes } from 'node:crypto'
import { copyFile, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { parse } from 'content-disposition'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents } from '../../db/tables/documents.ts'
import { events, pdfOf, refusal, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let viewer: Person
let reader: Person

beforeAll(async () => {
  app = await startTestApp({}, { listen: true })
  trustee = await app.person('trustee')
  viewer = await app.person('guest')
  reader = await app.person('guest')
})
afterAll(() => app.stop())

const content = (as: Person | null, id: string) => app.call(as, 'GET', `/api/documents/${id}/content`)
const share = (id: string, email: string, accessLevel: 'view' | 'download') =>
  app.call(trustee, 'POST', `/api/documents/${id}/access`, { email, accessLevel })

async function fileOf(id: string): Promise<string> {
  const [row] = await app.services.database.db.select().from(documents).where(eq(documents.id, id))
  return join(app.dataDir, 'documents', row?.filePath ?? '')
}

/** Downloads the content over a real connection: what arrived, and whether it ended well. */
function overNetwork(id: string): Promise<{ status: number | undefined; bytes: Buffer; complete: boolean }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(app.address)
    const path = `/api/documents/${id}/content`
    get({ host: '127.0.0.1', port, path, headers: { cookie: trustee.cookie } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => undefined)
      response.on('close', () =>
        resolve({
          status: response.statusCode,
          bytes: Buffer.concat(chunks),
          complete: response.complete,
        }),
      )
    }).on('error', reject)
  })
}

test('the file comes back as it was sent, with its name, and must not be cached or sniffed', async () => {
  const sent = Buffer.from(randomBytes(700_000).toString('base64'))
  const document = await upload(app, trustee, { fileName: '“Zoë’s will” €5.txt' }, sent)
  const answer = await content(trustee, document.id)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(sent)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-length': String(sent.length),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(parse(String(answer.headers['content-disposition']))).toMatchObject({
    type: 'attachment',
    parameters: { filename: '“Zoë’s will” €5.txt' },
  })
  expect((await overNetwork(document.id)).bytes.equals(sent)).toBe(true)
  expect((await trail(app, document.id)).at(-1)).toMatchObject({
    event: 'document_downloaded',
    actorId: trustee.id,
    ip: '127.0.0.1',
  })
})

test('view access opens no file, download access does, and strangers find nothing', async () => {
  const document = await upload(app, trustee)
  await share(document.id, viewer.email, 'view')
  await share(document.id, reader.email, 'download')
  expect(refusal(await content(viewer, document.id))).toEqual([403, 'download-not-allowed'])
  expect((await content(reader, document.id)).statusCode).toBe(200)
  for (const role of ['guest', 'requestor', 'b2b_admin', 'auditor'])
    expect(refusal(await content(await app.person(role), document.id))).toEqual([404, 'document-not-found'])
  expect(refusal(await content(null, document.id))).toEqual([401, 'not-signed-in'])
  expect((await events(app, document.id)).filter((event) => event === 'document_downloaded')).toHaveLength(1)
})

test('no byte leaves before its audit event is committed', async () => {
  const document = await upload(app, trustee)
  const { database } = app.services
  await database.exec(`
    create function refuse_downloads() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$;
    create trigger refuse_downloads before insert on audit_events for each row
      when (new.event = 'document_downloaded') execute function refuse_downloads();`)
  try {
    expect(refusal(await content(trustee, document.id))).toEqual([500, 'unexpected'])
  } finally {
    await database.exec('drop function refuse_downloads() cascade')
  }
  expect((await content(trustee, document.id)).statusCode).toBe(200)
})

const large = Buffer.alloc(6_000_000, 'The residue of my estate. ')

/** Makes a document of many segments, more than are read ahead, with its file damaged. */
async function damaged(damage: (file: string) => Promise<void>) {
  const document = await upload(app, trustee, {}, large)
  await damage(await fileOf(document.id))
  return document.id
}

test.each<[string, (file: string) => Promise<void>]>([
  ['a byte changed at the start', (file) => flip(file, 60)],
  ['a byte changed in the header', (file) => flip(file, 3)],
  ['cut to nothing', (file) => truncate(file, 0)],
  ['cut within the first segment', (file) => truncate(file, 1_000)],
  ['removed', (file) => rm(file)],
])('%s: a clear error, no byte, audited', async (_, damage) => {
  const id = await damaged(damage)
  const answer = await overNetwork(id)
  expect(answer).toMatchObject({ status: 500, complete: true })
  expect(JSON.parse(answer.bytes.toString()).error.code).toBe('content-damaged')
  expect(await events(app, id)).toEqual(['document_uploaded', 'document_downloaded', 'document_damaged'])
})

test.each<[string, (file: string) => Promise<void>]>([
  ['a byte changed near the end', async (file) => flip(file, (await readFile(file)).length - 5)],
  ['a byte changed in the middle', (file) => flip(file, 4_000_000)],
  ['cut short', (file) => truncate(file, 5_000_000)],
  ['cut at the edge of a segment', (file) => truncate(file, 32 * 128 * 1024)],
  ['lengthened', async (file) => writeFile(file, Buffer.concat([await readFile(file), Buffer.alloc(9)]))],
])('%s: the download fails, only right bytes came, audited', async (_, damage) => {
  const id = await damaged(damage)
  const answer = await overNetwork(id)
  expect(answer.complete).toBe(false)
  expect(answer.bytes.length).toBeLessThan(large.length)
  expect(large.subarray(0, answer.bytes.length).equals(answer.bytes)).toBe(true)
  await expect.poll(() => events(app, id)).toContain('document_damaged')
})

test('two stored files exchanged: neither is opened', async () => {
  const [one, two] = [await upload(app, trustee, {}, large), await upload(app, trustee, {}, large)]
  const [first, second] = [await fileOf(one.id), await fileOf(two.id)]
  await copyFile(first, `${first}.x`)
  await copyFile(second, first)
  await rename(`${first}.x`, second)
  for (const { id } of [one, two]) {
    expect(refusal(await content(trustee, id))).toEqual([500, 'content-damaged'])
    expect((await events(app, id)).at(-1)).toBe('document_damaged')
  }
})

test('a key or a size that was changed in the database is detected too', async () => {
  const { database } = app.services
  const one = await upload(app, trustee, {}, large)
  const two = await upload(app, trustee)
  await database.query(
    'update documents set wrapped_key = (select wrapped_key from documents where id = $1) where id = $2',
    [one.id, two.id],
  )
  expect(refusal(await content(trustee, two.id))).toEqual([500, 'content-damaged'])
  await database.query('update documents set file_size = file_size + 1 where id = $1', [one.id])
  expect((await overNetwork(one.id)).complete).toBe(false)
  await expect.poll(() => events(app, one.id)).toContain('document_damaged')
})

test('a damaged file is not drawn either', async () => {
  const document = await upload(app, trustee, { fileName: 'a.pdf' }, await pdfOf('one'))
  await flip(await fileOf(document.id), 200)
  for (const path of ['pages', 'pages/1', 'pages/1/text', 'search?text=one'])
    expect(refusal(await app.call(trustee, 'GET', `/api/documents/${document.id}/${path}`))).toEqual([
      500,
      'content-damaged',
    ])
  expect((await events(app, document.id)).filter((event) => event === 'document_damaged')).toHaveLength(4)
})

async function flip(file: string, at: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(file, bytes)
}
