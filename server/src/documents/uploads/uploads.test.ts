import { createHash, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { uploads } from '../../db/tables/uploads.ts'
import { eicar, startClamd } from '../../platform/clamd.testing.ts'
import { events, pdfOf, refusal } from '../../sharing/grants/sample.testing.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { contentOf, openDeployment } from '../store/stores.testing.ts'
import { sweepContent } from '../store/sweep.ts'
import { begin, begun, discard, head, offsetOf, patch, sendSome } from './client.testing.ts'
import { removeOldUploads } from './uploads.jobs.ts'

const MB = 1024 * 1024
const onPostgres = inject('postgresUrl') !== ''
const kinds = onPostgres ? (['folder', 'S3'] as const) : (['folder'] as const)
/** Milliseconds enough for a machine that has much to do. */
const maxBytes = 20 * MB
const env = { MAX_UPLOAD_BYTES: String(maxBytes) }
/** Makes a text in which every place is different. */
const textOf = (bytes: number) =>
  Buffer.from(
    Array.from({ length: Math.ceil(bytes / 10) }, (_, n) => `${n}`.padStart(9, '0')).join('\n'),
  ).subarray(0, bytes)
const large = textOf(4 * MB)

describe.each(kinds)('a resumable upload into a %s', (kind) => {
  let place: Awaited<ReturnType<typeof openDeployment>>
  let app: TestApp
  let trustee: Person
  beforeAll(async () => {
    place = await openDeployment(kind)
    app = await place.start({ listen: true }, env)
  })
  beforeEach(async () => {
    trustee = await app.person('trustee')
  })
  afterAll(() => place.stop())

  const restart = async () => {
    await app.stop()
    app = await place.start({ listen: true }, env)
  }
  const parts = (on = app) => contentOf({ list: on.services.storage.parts.list })
  const mine = async () => (await app.call(trustee, 'GET', '/api/uploads')).json().uploads
  const idOf = (url: string) => url.split('/').at(-1) ?? ''
  const rowOf = async (url: string) =>
    (
      await app.services.database.db
        .select()
        .from(uploads)
        .where(eq(uploads.id, idOf(url)))
    )[0]
  const documentsOf = (owner = trustee) =>
    app.services.database.db.select().from(documents).where(eq(documents.ownerId, owner.id))
  /** Sends some of it and waits until the server holds the upload for this request, and has read what was sent. */
  async function sending(url: string, offset: number, sent: Buffer) {
    const before = (await rowOf(url))?.holder
    let socket: Socket | undefined
    app.app.server.once('connection', (opened: Socket) => {
      socket = opened
    })
    const going = await sendSome(app, trustee, url, offset, sent, large.length - offset)
    await expect.poll(async () => (await rowOf(url))?.holder).not.toBe(before)
    await expect.poll(() => socket?.bytesRead ?? 0).toBeGreaterThan(sent.length)
    return going
  }
  /** Checks that the document of a finished upload arrived as it was sent, and once. */
  async function expectArrived(content: Buffer, documentId: unknown) {
    const read = await app.call(trustee, 'GET', `/api/documents/${documentId}/content`)
    expect(read.rawPayload.equals(content)).toBe(true)
    const stored = await documentsOf()
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(stored).toMatchObject([{ id: documentId, sha256, fileSize: content.length }])
    expect(await events(app, String(documentId))).toEqual(['document_uploaded', 'document_downloaded'])
    await expect.poll(() => parts()).toEqual([])
  }

  test('goes on where the connection broke, on the same server and after a restart, and is whole', async () => {
    const url = await begun(app, trustee, large.length, {
      clientName: 'Hartley',
      expiryDate: '2031-01-01',
      lastModified: '1',
    })
    const broken = await sending(url, 0, large.subarray(0, 2 * MB))
    broken.cut()
    await expect.poll(async () => (await rowOf(url))?.received).toBeGreaterThan(0)
    const first = await offsetOf(app, trustee, url)
    expect(await mine()).toMatchObject([
      {
        id: idOf(url),
        title: 'The will',
        fileName: 'will.txt',
        clientName: 'Hartley',
        expiryDate: '2031-01-01',
        received: first,
        fileSize: large.length,
        lastModified: 1,
      },
    ])
    const second = await patch(app, trustee, url, first, large.subarray(first, 3 * MB))
    expect([second.statusCode, second.headers['upload-offset']]).toEqual([204, String(3 * MB)])
    await restart()
    expect(await documentsOf()).toEqual([])
    const last = await patch(app, trustee, url, await offsetOf(app, trustee, url), large.subarray(3 * MB))
    expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, String(large.length)])
    await expectArrived(large, last.headers['deedbox-document'])
    expect(await mine()).toEqual([])
  })

  test('gives the same document to whoever asks again, when the last answer was lost', async () => {
    const url = await begun(app, trustee, large.length)
    const done = await patch(app, trustee, url, 0, large)
    const again = await head(app, trustee, url)
    expect(again.headers).toMatchObject({
      'upload-offset': String(large.length),
      'upload-length': String(large.length),
      'deedbox-document': done.headers['deedbox-document'],
    })
    expect((await patch(app, trustee, url, large.length, Buffer.alloc(0))).headers).toMatchObject({
      'deedbox-document': done.headers['deedbox-document'],
    })
    expect(refusal(await patch(app, trustee, url, 0, large))).toEqual([409, 'upload-offset'])
    expect(refusal(await discard(app, trustee, url))).toEqual([404, 'upload-not-found'])
    expect((await app.call(trustee, 'GET', url)).json().upload).toMatchObject({
      documentId: done.headers['deedbox-document'],
    })
    await expectArrived(large, done.headers['deedbox-document'])
  })

  test('stores what was not encrypted nowhere, and each part under a key of its own', async () => {
    const url = await begun(app, trustee, large.length)
    await patch(app, trustee, url, 0, large.subarray(0, MB))
    await patch(app, trustee, url, MB, large.subarray(MB, 2 * MB))
    const salts = new Set<string>()
    for (const name of await parts()) {
      const chunks = await (await app.services.storage.parts.open(name)).toArray()
      const stored = Buffer.concat(chunks as Buffer[])
      expect(stored.includes(large.subarray(0, 30))).toBe(false)
      salts.add(stored.subarray(0, 40).toString('hex'))
    }
    expect(salts.size).toBe(2)
    expect((await discard(app, trustee, url)).statusCode).toBe(204)
    expect(await parts()).toEqual([])
    const told = app.services.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.event, 'upload_discarded'))
    expect((await told).at(-1)).toMatchObject({
      actorEmail: trustee.email,
      details: { fileName: 'will.txt', received: 2 * MB },
    })
  })

  test('is taken over at once from a request whose connection is dead, and that one adds nothing more', async () => {
    const url = await begun(app, trustee, large.length)
    const stale = await sending(url, 0, large.subarray(0, MB))
    // The upload is answered although the connection is still open and silent.
    const at = await offsetOf(app, trustee, url)
    const done = await patch(app, trustee, url, at, large.subarray(at))
    expect(done.statusCode).toBe(204)
    stale.cut()
    await stale.ended
    await expectArrived(large, done.headers['deedbox-document'])
  })

  test.runIf(onPostgres)(
    'goes on at once on a second server, where the first one still waits for more',
    async () => {
      const other = await place.start({ listen: true }, env)
      const url = await begun(app, trustee, large.length)
      expect((await patch(app, trustee, url, 0, large.subarray(0, MB))).statusCode).toBe(204)
      const stale = await sending(url, MB, large.subarray(MB, 2 * MB))
      const at = await offsetOf(other, trustee, url)
      expect(at).toBe(MB)
      // The first server gets the rest of what it waits for, and must not add it.
      stale.cut()
      const done = await patch(other, trustee, url, at, large.subarray(at))
      expect(done.statusCode, done.body).toBe(204)
      await expectArrived(large, done.headers['deedbox-document'])
      await other.stop()
    },
  )

  test('sent by two at once is stored once, and whole', async () => {
    const url = await begun(app, trustee, large.length)
    const answers = await Promise.all([1, 2, 3].map(() => patch(app, trustee, url, 0, large)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes).toContain(204)
    expect(
      codes.every((code) => [204, 400, 409, 423].includes(code)),
      String(codes),
    ).toBe(true)
    const [document] = await documentsOf()
    await expectArrived(large, document?.id)
  })

  test('wants its owner’s session until the end; what has arrived waits for the next one', async () => {
    const url = await begun(app, trustee, large.length)
    await patch(app, trustee, url, 0, large.subarray(0, MB))
    const { cookie } = trustee
    await app.call(trustee, 'DELETE', '/api/session')
    expect(refusal(await patch(app, trustee, url, MB, large.subarray(MB)))).toEqual([401, 'not-signed-in'])
    const back = await app.signIn(trustee.id, trustee.email)
    expect(back.cookie).not.toBe(cookie)
    trustee = back
    const sent = await sending(url, MB, large.subarray(MB, 2 * MB))
    await app.call(trustee, 'DELETE', '/api/session')
    sent.cut()
    await sent.ended
    expect(await documentsOf()).toEqual([])
    trustee = await app.signIn(trustee.id, trustee.email)
    const at = await offsetOf(app, trustee, url)
    const done = await patch(app, trustee, url, at, large.subarray(at))
    await expectArrived(large, done.headers['deedbox-document'])
  })

  test('of another type than its name says is refused, early or at the end, and nothing of it stays', async () => {
    const early = await begun(app, trustee, large.length, { fileName: 'deed.pdf' })
    expect(refusal(await patch(app, trustee, early, 0, large.subarray(0, MB)))).toEqual([
      415,
      'file-type-mismatch',
    ])
    const zipped = Buffer.concat([Buffer.from('PK\x03\x04'), large.subarray(4)])
    const late = await begun(app, trustee, large.length, { fileName: 'deed.docx' })
    expect((await patch(app, trustee, late, 0, zipped.subarray(0, MB))).statusCode).toBe(204)
    expect(refusal(await patch(app, trustee, late, MB, zipped.subarray(MB)))).toEqual([
      415,
      'file-type-mismatch',
    ])
    const small = await pdfOf('A deed')
    const short = await begun(app, trustee, small.length, { fileName: 'deed.png' })
    expect(refusal(await patch(app, trustee, short, 0, small))).toEqual([415, 'file-type-mismatch'])
    expect([await mine(), await parts(), await documentsOf()]).toEqual([[], [], []])
    for (const url of [early, late, short]) expect((await head(app, trustee, url)).statusCode).toBe(404)
  })

  test('is discarded a day after its last part came, and the sweep leaves what is unfinished alone', async () => {
    const old = await begun(app, trustee, large.length)
    await patch(app, trustee, old, 0, large.subarray(0, MB))
    const finished = await begun(app, trustee, large.length)
    const done = await patch(app, trustee, finished, 0, large)
    // Parts of an upload that this database does not know are left for a day too: it may be an older copy.
    const stray = `${randomUUID()}.0.${randomUUID()}`
    await app.services.storage.parts.put(stray, Readable.from([Buffer.from('x')]))
    await removeOldUploads(app.services)
    expect(await parts()).toHaveLength(2)
    expect(await parts()).toContain(stray)
    app.shift(23 * hourMs)
    const young = await begun(app, trustee, large.length)
    await patch(app, trustee, young, 0, large.subarray(0, MB))
    app.shift(2 * hourMs)
    await sweepContent(app.services)
    expect(await parts()).toHaveLength(3)
    await removeOldUploads(app.services)
    expect(await mine()).toMatchObject([{ id: idOf(young), received: MB }])
    expect((await parts()).every((name) => name.startsWith(idOf(young)))).toBe(true)
    expect((await head(app, trustee, old)).statusCode).toBe(404)
    await patch(app, trustee, young, MB, large.subarray(MB, 2 * MB))
    await discard(app, trustee, young)
    expect(done.statusCode).toBe(204)
    expect(await documentsOf()).toHaveLength(1)
  })
})

describe('a resumable upload', () => {
  let place: Awaited<ReturnType<typeof openDeployment>>
  let app: TestApp
  let trustee: Person
  let clamd: Awaited<ReturnType<typeof startClamd>>
  beforeAll(async () => {
    place = await openDeployment('folder')
    clamd = await startClamd({ limit: maxBytes })
    app = await place.start({ listen: true }, { ...env, CLAMD_URL: clamd.url })
    trustee = await app.person('trustee')
  })
  afterAll(async () => {
    await place.stop()
    await clamd.stop()
  })

  test('of a small file is a document at once; one with a virus is refused at its end and discarded', async () => {
    const person = await app.person('trustee')
    const small = Buffer.from('To my daughter I leave the piano.\n')
    const url = await begun(app, person, small.length, { clientName: '' })
    expect((await patch(app, person, url, 0, small)).headers).toHaveProperty('deedbox-document')
    const tiny = await begun(app, person, small.length)
    expect((await patch(app, person, tiny, 0, small.subarray(0, 9))).headers).toMatchObject({
      'upload-offset': '9',
    })
    expect((await patch(app, person, tiny, 9, small.subarray(9))).headers).toHaveProperty('deedbox-document')
    const infected = Buffer.concat([large, Buffer.from(eicar)])
    const bad = await begun(app, person, infected.length)
    expect((await patch(app, person, bad, 0, infected.subarray(0, MB))).statusCode).toBe(204)
    expect(refusal(await patch(app, person, bad, MB, infected.subarray(MB)))).toEqual([422, 'file-infected'])
    expect((await head(app, person, bad)).statusCode).toBe(404)
    expect(await contentOf({ list: app.services.storage.parts.list })).toEqual([])
    const told = await app.services.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actorId, person.id))
    // The questions about the discarded one are recorded as refused.
    const events = told.map(({ event }) => event).filter((event) => event !== 'call_refused')
    expect(events).toEqual([
      'document_uploaded',
      'document_uploaded',
      'infected_file_refused',
      'upload_discarded',
    ])
  })

  test('refuses clearly what does not fit', async () => {
    expect(refusal(await begin(app, trustee, 0))).toEqual([400, 'file-empty'])
    expect(refusal(await begin(app, trustee, maxBytes + 1))).toEqual([413, 'file-too-large'])
    expect(refusal(await begin(app, trustee, 'many'))).toEqual([400, 'upload-header'])
    expect(refusal(await begin(app, trustee, 10, { fileName: 'virus.exe' }))).toEqual([415, 'file-type'])
    expect(refusal(await begin(app, trustee, 10, { title: '' }))).toEqual([400, 'invalid-input'])
    expect(refusal(await begin(app, trustee, 10, { title: 'a\0b' }))).toEqual([400, 'invalid-input'])
    expect(refusal(await begin(app, trustee, 10, {}, { 'upload-metadata': 'title ???' }))).toEqual([
      400,
      'upload-header',
    ])
    expect(refusal(await begin(app, trustee, 10, {}, { 'tus-resumable': '0.2.2' }))).toEqual([
      412,
      'upload-version',
    ])
    const deferred = await app.call(trustee, 'POST', '/api/uploads', undefined, {
      headers: { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
    })
    expect(refusal(deferred)).toEqual([400, 'upload-header'])
    const url = await begun(app, trustee, large.length)
    expect(refusal(await patch(app, trustee, url, 1, large))).toEqual([409, 'upload-offset'])
    expect(refusal(await patch(app, trustee, url, -1, large))).toEqual([400, 'upload-header'])
    expect(refusal(await patch(app, trustee, url, 0, Buffer.alloc(large.length + 1)))).toEqual([
      413,
      'file-too-large',
    ])
    expect(refusal(await patch(app, trustee, url, 0, large, { 'content-type': 'text/plain' }))).toEqual([
      400,
      'upload-header',
    ])
    expect(await offsetOf(app, trustee, url)).toBe(0)
    const options = await app.call(null, 'OPTIONS', '/api/uploads')
    expect([options.statusCode, options.headers]).toMatchObject([
      204,
      { 'tus-version': '1.0.0', 'tus-max-size': String(maxBytes) },
    ])
    expect(options.headers).not.toHaveProperty('access-control-allow-origin')
    expect((await head(app, trustee, url)).headers).not.toHaveProperty('access-control-allow-origin')
    await discard(app, trustee, url)
  })

  test('does not exist for anybody but its owner, and is open to tokens that may upload', async () => {
    const url = await begun(app, trustee, large.length)
    const other = await app.person('admin')
    for (const answer of [
      await patch(app, other, url, 0, large),
      await discard(app, other, url),
      await app.call(other, 'GET', url),
    ])
      expect(refusal(answer)).toEqual([404, 'upload-not-found'])
    expect((await head(app, other, url)).statusCode).toBe(404)
    const guest = await app.person('guest')
    expect(refusal(await begin(app, guest, 10))).toEqual([403, 'not-allowed'])
    expect(refusal(await patch(app, null, url, 0, large))).toEqual([401, 'not-signed-in'])
    const tokenOf = async (scope: string) =>
      (
        await app.call(trustee, 'POST', '/api/tokens', {
          name: scope,
          scopes: [scope],
          expiresOn: new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10),
        })
      ).json().secret
    const by = async (scope: string) =>
      patch(app, null, url, 0, large, { authorization: `Bearer ${await tokenOf(scope)}` })
    expect(refusal(await by('read'))).toEqual([403, 'scope-missing'])
    expect((await by('upload')).statusCode).toBe(204)
  })

  test('begun twice with one key is one upload; one person has only so many', async () => {
    const person = await app.person('trustee')
    const key = randomUUID()
    const url = await begun(app, person, large.length, { key })
    expect(await begun(app, person, large.length, { key })).toBe(url)
    expect(await begun(app, trustee, large.length, { key })).not.toBe(url)
    const { database } = app.services
    const [row] = await database.db.select().from(uploads).where(eq(uploads.ownerId, person.id))
    if (!row) throw new Error('no row')
    const more = Array.from({ length: limits.upload.unfinished - 1 }, () => ({
      ...row,
      id: randomUUID(),
      key: null,
    }))
    await database.db.insert(uploads).values(more.slice(3))
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => begin(app, person, 10)))
    expect(atOnce.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
    expect(refusal(await begin(app, person, 10))).toEqual([409, 'upload-limit'])
    await discard(app, person, url)
    expect((await begin(app, person, 10)).statusCode).toBe(201)
  })

  test('says when a part that had arrived is damaged or gone, and makes no document of it', async () => {
    const person = await app.person('trustee')
    const url = await begun(app, person, large.length)
    await patch(app, person, url, 0, large.subarray(0, MB))
    const [name = ''] = await contentOf({
      list: () => app.services.storage.parts.list(url.split('/').at(-1)),
    })
    await app.services.storage.parts.remove(name)
    expect(refusal(await patch(app, person, url, MB, large.subarray(MB)))).toEqual([500, 'upload-damaged'])
    const owned = await app.services.database.db
      .select()
      .from(documents)
      .where(eq(documents.ownerId, person.id))
    expect(owned).toEqual([])
    expect(await contentOf(app.services.storage)).toHaveLength(
      await app.services.database.db.$count(documents),
    )
  })
})
