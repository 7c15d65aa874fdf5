import { randomUUID } from 'node:crypto'
import { get as request } from 'node:http'
import { hourMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReading } from '../../db/readings.ts'
import { documents } from '../../db/tables/documents.ts'
import { annotatedPdf, endlessPdf, outlinedPdf, photograph } from '../../platform/rendering/samples.ts'
import { newSigner, sign, unsignedPdf } from '../../platform/rendering/signed.testing.ts'
import { events, pdfOf, refusal, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let viewer: Person
let documentId: string

beforeAll(async () => {
  app = await startTestApp({}, { listen: true })
  trustee = await app.person('trustee')
  viewer = await app.person('guest')
  const pdf = await pdfOf('The settlor declares', 'The trustee accepts', 'Signed as a deed')
  documentId = (await upload(app, trustee, { fileName: 'deed.pdf' }, pdf)).id
})
afterAll(() => app.stop())

const get = (as: Person | null, path: string, id = documentId) =>
  app.call(as, 'GET', `/api/documents/${id}/${path}`)
const share = (accessLevel: 'view' | 'download', email: string) =>
  app.call(trustee, 'POST', `/api/documents/${documentId}/access`, { email, accessLevel })

/** Counts the pixels that are anything but white. */
async function inked(image: Buffer): Promise<number> {
  const pixels = await sharp(image).greyscale().raw().toBuffer()
  return pixels.filter((grey) => grey < 250).length
}

test('a document is read page by page, each reading with its event', async () => {
  expect((await get(trustee, 'pages')).json()).toMatchObject({
    pages: Array(3).fill({ width: 400, height: 300 }),
    outline: false,
    cutOff: false,
    annotations: false,
    file: { name: 'deed.pdf', type: 'application/pdf' },
    attachments: [],
  })
  const page = await get(trustee, 'pages/2')
  expect(page.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
  expect(await sharp(page.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 600 })
  const text = (await get(trustee, 'pages/2/text')).json()
  expect(text.text).toContain('The trustee accepts')
  expect(text.words.map((word: { text: string }) => word.text)).toEqual(['The', 'trustee', 'accepts'])
  const found = (await get(trustee, 'search?text=THE')).json()
  expect(found.hits.map(({ page, count }: { page: number; count: number }) => [page, count])).toEqual([
    [1, 1],
    [2, 1],
  ])
  expect((await trail(app, documentId)).map(({ event, details }) => [event, details]).slice(1)).toEqual([
    ['document_viewed', null],
    ['document_viewed', { page: 2 }],
    ['document_viewed', { page: 2, text: true }],
    ['document_searched', null],
  ])
})

test('whoever reads a signed PDF is told of its signatures, which is a reading; where there are none, nothing was read', async () => {
  const pdf = await sign(unsignedPdf(), await newSigner('Jane Chen'))
  const { id } = await upload(app, trustee, { fileName: 'signed.pdf' }, pdf)
  expect((await get(viewer, 'signatures', id)).statusCode).toBe(404)
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: viewer.email, accessLevel: 'view' })
  expect((await get(viewer, 'signatures', id)).json()).toMatchObject({
    signatures: [{ verdict: 'intact', signer: 'Jane Chen', after: 0 }],
  })
  expect((await trail(app, id)).at(-1)).toMatchObject({
    ...{ event: 'document_viewed', actorEmail: viewer.email, details: { page: null, signatures: true } },
  })
  const before = (await trail(app, documentId)).length
  expect((await get(trustee, 'signatures')).json()).toEqual({ signatures: [] })
  expect(await trail(app, documentId)).toHaveLength(before)
})

test('the history says which page was read', async () => {
  await get(trustee, 'pages/3')
  await get(trustee, 'pages/1/text')
  const { entries } = (await get(trustee, 'history')).json()
  expect(entries.slice(0, 2).map(({ notes }: { notes: string }) => notes)).toEqual([
    'Page 1, its text',
    'Page 3',
  ])
})

test('pages seen through a grant have a watermark at either access level; pages seen by role or as owner have none', async () => {
  const plain = (await get(trustee, 'pages/1')).rawPayload
  const marked = 2 * (await inked(plain))
  for (const level of ['view', 'download'] as const) {
    await share(level, viewer.email)
    expect(await inked((await get(viewer, 'pages/1')).rawPayload)).toBeGreaterThan(marked)
  }
  const organizationId = randomUUID()
  const { db, query } = app.services.database
  await query("insert into organizations (id, name, created_at) values ($1, 'Hartley', now())", [
    organizationId,
  ])
  await db.update(documents).set({ organizationId }).where(eq(documents.id, documentId))
  const colleague = await app.person('b2b_admin', { organizationId })
  const stranger = await app.person('b2b_admin')
  await share('download', stranger.email)
  for (const person of [await app.person('admin'), await app.person('trustee'), colleague])
    expect((await get(person, 'pages/1')).rawPayload.equals(plain)).toBe(true)
  expect(await inked((await get(stranger, 'pages/1')).rawPayload)).toBeGreaterThan(marked)
})

test('a page is drawn as wide as it is asked for, and in parts where it is enlarged', async () => {
  const { id } = await upload(app, trustee, { fileName: 'plan.pdf' }, await pdfOf('The boundary of lot 7'))
  const reader = await app.person('requestor')
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: reader.email, accessLevel: 'view' })
  const drawn = async (as: Person, query: string) => (await get(as, `pages/1?${query}`, id)).rawPayload
  const sizeOf = async (image: Buffer) => {
    const { width, height } = await sharp(image).metadata()
    return [width, height]
  }
  // The page has 400 by 300 points.
  expect(await sizeOf(await drawn(trustee, 'width=900'))).toEqual([900, 675])
  expect(await sizeOf(await drawn(trustee, 'width=16000'))).toEqual([4096, 3072])
  const whole = await drawn(trustee, 'width=3000')
  for (const [column, row, left, top] of [
    [0, 0, 0, 0],
    [1, 1, 1536, 1536],
  ] as const) {
    const part = await drawn(trustee, `width=3000&column=${column}&row=${row}`)
    const [width = 0, height = 0] = await sizeOf(part)
    expect([width, height]).toEqual([Math.min(1536, 3000 - left), Math.min(1536, 2250 - top)])
    const cut = await sharp(whole).extract({ left, top, width, height }).greyscale().raw().toBuffer()
    const pixels = await sharp(part).greyscale().raw().toBuffer()
    const other = cut.filter((grey, at) => Math.abs(grey - (pixels[at] as number)) > 40).length
    expect(other).toBeLessThan(pixels.length / 10_000)
  }
  // 12 pixels a point at most: 4,800 by 3,600.
  expect(await sizeOf(await drawn(trustee, 'width=16000&column=3&row=2'))).toEqual([192, 528])
  expect(refusal(await get(trustee, 'pages/1?width=16000&column=4&row=0', id))).toEqual([404, 'not-found'])
  const bare = await inked(await drawn(trustee, 'width=8000&column=2&row=2'))
  expect(await inked(await drawn(reader, 'width=8000&column=2&row=2'))).toBeGreaterThan(bare + 1_000)
  const last = (await trail(app, id)).at(-1)
  expect([last?.event, last?.details]).toEqual(['document_viewed', { page: 1, part: true }])
  const { entries } = (await get(trustee, 'history', id)).json()
  expect(entries[0]).toMatchObject({ notes: 'Page 1, a part enlarged' })
  const wrong = ['width=901', 'width=x', 'column=0&row=0', 'width=900&column=0', 'width=900&column=24&row=0']
  for (const query of [...wrong, 'for=ahead&width=900&column=0&row=0'])
    expect(refusal(await get(trustee, `pages/1?${query}`, id))).toEqual([400, 'invalid-input'])
})

test('there is no page after the last', async () => {
  for (const path of ['pages/4', 'pages/4/text', 'text?from=3&to=4', 'thumbnails?from=3&to=4'])
    expect(refusal(await get(trustee, path))).toEqual([404, 'not-found'])
  const wrong = ['text?from=3&to=2', 'text?from=1&to=11', 'thumbnails?from=1&to=13', 'pages/1?for=fun']
  for (const path of ['pages/0', 'pages/x', 'search?text=%20', ...wrong])
    expect(refusal(await get(trustee, path))).toEqual([400, 'invalid-input'])
})

const everything = [
  ...['pages', 'pages/1', 'pages/1?for=ahead', 'pages/1?for=printing', 'pages/1/text', 'text?from=1&to=1'],
  ...['thumbnails?from=1&to=1', 'outline', 'annotations', 'search?text=the'],
]

test('a page that is sent ahead is not recorded as viewed until it is shown', async () => {
  const reader = await app.person('requestor')
  const { id } = await upload(app, trustee, { fileName: 'ahead.pdf' }, await pdfOf('1', '2', '3', '4', '5'))
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: reader.email, accessLevel: 'view' })
  const show = (as: Person, pages: number[]) =>
    app.call(as, 'POST', `/api/documents/${id}/pages/shown`, { pages })
  const told = async () => {
    const { entries } = (await get(trustee, 'history', id)).json()
    return entries.map(({ label, notes }: { label: string; notes: string }) => [label, notes])
  }
  await get(reader, 'pages/1', id)
  expect(refusal(await show(reader, [1]))).toEqual([404, 'not-found'])
  for (const page of [2, 3, 5])
    expect((await get(reader, `pages/${page}?for=ahead`, id)).statusCode).toBe(200)
  expect((await told())[0]).toEqual(['Page sent ahead', 'Page 5'])
  // Page 4 was never sent, and nothing was sent to the trustee.
  expect((await show(reader, [5, 3, 4, 2])).statusCode).toBe(200)
  expect((await told()).slice(0, 3)).toEqual([
    ['Document viewed', 'Page 5'],
    ['Document viewed', 'Pages 2 to 3'],
    ['Page sent ahead', 'Page 5'],
  ])
  expect(refusal(await show(trustee, [2]))).toEqual([404, 'not-found'])
  expect(refusal(await show(await app.person('guest'), [2]))).toEqual([404, 'document-not-found'])
  app.shift(25 * hourMs)
  expect(refusal(await show(reader, [2]))).toEqual([404, 'not-found'])
})

test('who may only view gets no text and nothing to print, but is shown where a search found something', async () => {
  const reader = await app.person('requestor')
  await share('view', reader.email)
  const before = await events(app, documentId)
  for (const path of ['pages/1/text', 'text?from=1&to=3', 'pages/1?for=printing'])
    expect(refusal(await get(reader, path))).toEqual([403, 'download-not-allowed'])
  expect(await events(app, documentId)).toEqual(before)
  const { hits } = (await get(reader, 'search?text=TRUSTEE accepts')).json()
  expect(hits).toMatchObject([{ page: 2, count: 1, places: [{ excerpt: 'The trustee accepts' }] }])
  const [{ x, y, width, height }] = hits[0].places[0].boxes
  // The words are drawn at (40, 200) of 400 × 300, from the bottom, after 'The '.
  expect([x, y].map((part) => Math.round(part * 10))).toEqual([2, 3])
  expect(width).toBeGreaterThan(height)
  expect((await get(reader, 'outline')).json()).toEqual({ entries: [] })
})

test('a search says which pages are pictures without words, and tells all places of some pages', async () => {
  const pdf = await PDFDocument.create()
  const picture = await pdf.embedJpg(await photograph(60, 40))
  for (let page = 0; page < 3; page++) pdf.addPage([400, 300]).drawImage(picture)
  pdf.addPage([400, 300])
  const last = pdf.addPage([400, 300])
  for (let line = 0; line < 60; line++) last.drawText('lot', { x: 20, y: 290 - 4 * line, size: 4 })
  const { id } = await upload(app, trustee, { fileName: 'plans.pdf' }, Buffer.from(await pdf.save()))
  const found = async (query: string) => {
    const { hits, ...rest } = (await get(trustee, `search?${query}`, id)).json()
    return [hits.map((hit: Hit) => [hit.page, hit.count, hit.places.length]), rest]
  }
  type Hit = { page: number; count: number; places: unknown[] }
  // The fourth page is empty: nothing on it is missed.
  expect(await found('text=settlor')).toEqual([[], { wordless: 3, unread: 0 }])
  expect(await found('text=lot')).toEqual([[[5, 60, 50]], { wordless: 3, unread: 0 }])
  expect(await found('text=lot&from=5&to=14')).toEqual([[[5, 60, 60]], { wordless: 0, unread: 0 }])
  expect((await trail(app, id)).at(-1)?.details).toEqual({ page: 5, to: 14 })
  for (const query of ['from=5', 'to=5', 'from=5&to=4', 'from=1&to=11'])
    expect(refusal(await get(trustee, `search?text=lot&${query}`, id))).toEqual([400, 'invalid-input'])
})

test('who may download gets the text of many pages at once, and pages to print with their watermark', async () => {
  const reader = await app.person('requestor')
  await share('download', reader.email)
  const { pages } = (await get(reader, 'text?from=2&to=3')).json()
  expect(pages.map(({ page, text }: { page: number; text: string }) => [page, text])).toEqual([
    [2, 'The trustee accepts'],
    [3, 'Signed as a deed'],
  ])
  const printed = (await get(reader, 'pages/1?for=printing')).rawPayload
  expect(await sharp(printed).metadata()).toMatchObject({ width: 1200, height: 900 })
  const plain = (await get(trustee, 'pages/1?for=printing')).rawPayload
  expect(await inked(printed)).toBeGreaterThan(2 * (await inked(plain)))
  expect((await trail(app, documentId)).slice(-3).map(({ event, details }) => [event, details])).toEqual([
    ['document_viewed', { page: 2, to: 3, text: true }],
    ['document_printed', { page: 1 }],
    ['document_printed', { page: 1 }],
  ])
})

test('thumbnails are small, come together, and carry the watermark too', async () => {
  const reader = await app.person('requestor')
  await share('view', reader.email)
  const thumbnailsOf = async (as: Person) =>
    (await get(as, 'thumbnails?from=2&to=3')).json<{ thumbnails: { page: number; image: string }[] }>()
      .thumbnails
  const [marked, plain] = [await thumbnailsOf(reader), await thumbnailsOf(trustee)]
  expect(marked.map(({ page }) => page)).toEqual([2, 3])
  const image = (each: typeof plain) => Buffer.from(each[0]?.image ?? '', 'base64')
  expect(await sharp(image(plain)).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 })
  expect(await inked(image(marked))).toBeGreaterThan(2 * (await inked(image(plain))))
  const { entries } = (await get(trustee, 'history')).json()
  expect(entries[0].notes).toBe('Pages 2 to 3, small')
})

test('the outline leads to pages; reading it is recorded, and is not another reading of the document', async () => {
  const { id } = await upload(app, trustee, { fileName: 'outline.pdf' }, await outlinedPdf())
  expect((await get(trustee, 'pages', id)).json().outline).toBe(true)
  expect((await get(trustee, 'outline', id)).json()).toEqual({
    entries: [
      { title: 'Parties', depth: 0, page: 1 },
      { title: 'The trustee – “M. Chen”', depth: 1, page: 2 },
      { title: 'Schedule', depth: 0, page: 3 },
    ],
  })
  expect((await trail(app, id)).at(-1)?.details).toEqual({ page: null, outline: true })
  const { entries } = (await get(trustee, 'history', id)).json()
  expect(entries[0]).toMatchObject({ label: 'Document viewed', notes: 'Outline' })
  const { rows } = await app.services.database.query<{ count: number }>(
    `select count(*)::int as count from audit_events where document_id = $1 and ${isReading}`,
    [id],
  )
  expect(rows[0]?.count).toBe(1)
})

test('links and notes of a PDF are told where they stand; words of notes only to who may download', async () => {
  const { id } = await upload(app, trustee, { fileName: 'notes.pdf' }, await annotatedPdf())
  const readers = await Promise.all(['requestor', 'requestor'].map((role) => app.person(role)))
  for (const [index, accessLevel] of ['view', 'download'].entries())
    await app.call(trustee, 'POST', `/api/documents/${id}/access`, {
      email: readers[index]?.email,
      accessLevel,
    })
  const [viewer, copier] = readers as [Person, Person]
  expect((await get(viewer, 'pages', id)).json().annotations).toBe(true)
  const told = (await get(copier, 'annotations', id)).json()
  const box = { x: 0.1, y: 0.1, width: 0.25, height: 0.05 }
  // Links to run a program, and hidden notes, are not told.
  expect(told.links).toEqual([
    { page: 1, box, to: { page: 2, y: 0.25 } },
    { page: 1, box: { ...box, y: 0.2 }, to: { address: 'https://register.example/trusts?no=7' } },
  ])
  const words = {
    text: 'Is this date right?\nSee clause 4.',
    author: 'Jane Chen',
    at: '2024-01-01T17:04:05.000Z',
  }
  expect(told.notes).toEqual([
    { page: 1, box: { x: 0.5, y: 0.5, width: 0.05, height: 0.05 }, kind: 'note', words },
    // The second page is turned: what stands near its top left corner is shown near the top right one.
    {
      page: 2,
      box: { x: 0.85, y: 0.1, width: 0.05, height: 0.25 },
      kind: 'highlight',
      words: { text: 'Defined twice', author: '', at: null },
    },
  ])
  expect(told.more).toBe(false)
  const seen = (await get(viewer, 'annotations', id)).json()
  expect(seen.links).toEqual(told.links)
  expect(seen.notes.map((note: { words: unknown }) => note.words)).toEqual([null, null])
  expect((await trail(app, id)).at(-1)?.details).toEqual({ page: null, annotations: true })
  const { entries } = (await get(trustee, 'history', id)).json()
  expect(entries[0]).toMatchObject({ label: 'Document viewed', notes: 'Links and notes' })
})

test('strangers find nothing, and their attempts leave no reading', async () => {
  const before = await events(app, documentId)
  for (const path of everything) {
    for (const role of ['guest', 'requestor', 'b2b_admin', 'auditor'])
      expect(refusal(await get(await app.person(role), path))).toEqual([404, 'document-not-found'])
    expect(refusal(await get(null, path))).toEqual([401, 'not-signed-in'])
  }
  expect(await events(app, documentId)).toEqual(before)
})

test('a type that nobody can draw says so; a file that cannot be drawn, or is too large, is refused', async () => {
  const { db } = app.services.database
  const odd = await upload(app, trustee)
  await db.update(documents).set({ fileType: 'application/x-later' }).where(eq(documents.id, odd.id))
  const large = await upload(app, trustee)
  await db
    .update(documents)
    .set({ fileType: 'message/rfc822', fileSize: 50 * 1024 * 1024 + 1 })
    .where(eq(documents.id, large.id))
  const short = await upload(app, trustee, { fileName: 'a.pdf' }, Buffer.from('%PDF-1.7 nothing more'))
  const broken = await upload(app, trustee, { fileName: 'a.pdf' }, Buffer.from('%PDF-1.7 nothing\n%%EOF'))
  const answer = await app.call(trustee, 'GET', `/api/documents/${odd.id}`)
  expect(answer.json().document.preview).toBe(false)
  for (const path of everything) {
    expect(refusal(await get(trustee, path, odd.id))).toEqual([415, 'preview-unavailable'])
    expect(refusal(await get(trustee, path, large.id))).toEqual([422, 'preview-too-large'])
    expect(refusal(await get(trustee, path, short.id))).toEqual([422, 'file-cut-off'])
    expect(refusal(await get(trustee, path, broken.id))).toEqual([422, 'file-damaged'])
  }
  const { error } = (await get(trustee, 'pages', short.id)).json()
  expect(error.message).toBe('This PDF is damaged: its end is missing, so it cannot be shown.')
})

test('a text is read like a PDF: in pages with its words, its watermark and its trail', async () => {
  const guest = await app.person('guest')
  const note = await upload(app, trustee, { fileName: 'note.txt' })
  expect(note.preview).toBe(true)
  const input = { email: guest.email, accessLevel: 'view' }
  await app.call(trustee, 'POST', `/api/documents/${note.id}/access`, input)
  expect((await get(guest, 'pages', note.id)).json().pages).toMatchObject([{ width: 595.28, height: 841.89 }])
  expect((await get(trustee, 'pages/1/text', note.id)).json().text).toBe('To my daughter I leave the piano.')
  expect((await get(guest, 'search?text=PIANO', note.id)).json().hits).toMatchObject([{ page: 1, count: 1 }])
  const marked = await inked((await get(guest, 'pages/1', note.id)).rawPayload)
  expect(marked).toBeGreaterThan(2 * (await inked((await get(trustee, 'pages/1', note.id)).rawPayload)))
  expect((await events(app, note.id)).slice(-5)).toEqual([
    'document_viewed',
    'document_viewed',
    'document_searched',
    'document_viewed',
    'document_viewed',
  ])
  expect(refusal(await app.call(guest, 'GET', `/api/documents/${note.id}/content`))[0]).toBe(403)
})

test('a picture is one page', async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  const { id } = await upload(app, trustee, { fileName: 'scan.png' }, picture)
  expect((await get(trustee, 'pages', id)).json()).toMatchObject({
    pages: [{ width: 60, height: 40 }],
    outline: false,
    annotations: false,
    cutOff: false,
    file: { name: 'scan.png', type: 'image/png' },
    attachments: [],
  })
  expect((await get(trustee, 'pages/1', id)).headers['content-type']).toBe('image/jpeg')
  expect((await get(trustee, 'pages/1/text', id)).json()).toEqual({ text: '', words: [] })
})

test('access that is revoked ends at the next page of an open viewer', async () => {
  const guest = await app.person('guest')
  const { grant } = (await share('view', guest.email)).json<{ grant: { id: string } }>()
  expect((await get(guest, 'pages')).statusCode).toBe(200)
  expect((await get(guest, 'pages/1')).statusCode).toBe(200)
  await app.call(trustee, 'POST', `/api/access/${grant.id}/revoke`, {})
  expect(refusal(await get(guest, 'pages/2'))).toEqual([404, 'document-not-found'])
})

test('a second after its end, access gives nothing from any address that worked before', async () => {
  const guest = await app.person('guest')
  const { grant } = (await share('download', guest.email)).json<{ grant: { autoRevokeDate: string } }>()
  const addresses = ['', '/content', ...everything.map((path) => `/${path}`)]
  const visit = async () =>
    Promise.all(
      addresses.map(
        async (path) => (await app.call(guest, 'GET', `/api/documents/${documentId}${path}`)).statusCode,
      ),
    )
  const { rows } = await app.services.database.query<{ now: Date }>('select now()')
  const before = app.services.clock.shiftMs
  app.services.clock.shiftMs = Date.parse(grant.autoRevokeDate) - (rows[0]?.now.getTime() ?? 0) - 60_000
  expect(await visit()).toEqual(addresses.map(() => 200))
  expect((await app.call(guest, 'GET', '/api/documents')).json().total).toBe(1)
  app.shift(61_000)
  expect(await visit()).toEqual(addresses.map(() => 404))
  expect((await app.call(guest, 'GET', '/api/documents')).json().total).toBe(0)
  app.services.clock.shiftMs = before
})

test('a guest whose account is over opens nothing', async () => {
  const guest = await app.person('guest', { accessExpiresAt: new Date(Date.now() - 1_000) })
  await share('download', guest.email)
  for (const path of ['', '/content', '/pages/1'])
    expect(refusal(await app.call(guest, 'GET', `/api/documents/${documentId}${path}`))).toEqual([
      403,
      'access-expired',
    ])
})

test('a person who asks for too many pages is refused, others are served, and abandoned pages are dropped', async () => {
  const greedy = await app.person('trustee')
  const slow = await upload(app, greedy, { fileName: 'endless.pdf' }, endlessPdf())
  const { port } = new URL(app.address)
  const connections = Array.from({ length: 40 }, () =>
    request({
      host: '127.0.0.1',
      port,
      path: `/api/documents/${slow.id}/pages/1`,
      headers: { cookie: greedy.cookie },
    }),
  )
  const refused = await new Promise<number | undefined>((resolve) => {
    for (const each of connections)
      each.on('error', () => undefined).on('response', ({ statusCode }) => resolve(statusCode))
  })
  expect(refused).toBe(429)
  const note = await upload(app, greedy, { fileName: 'b.pdf' }, await pdfOf('A letter'))
  expect(refusal(await get(greedy, 'pages', note.id))).toEqual([429, 'too-many-pages'])
  expect((await get(viewer, 'pages/2')).statusCode).toBe(200)
  for (const each of connections) each.destroy()
  await expect.poll(async () => (await get(greedy, 'pages', note.id)).statusCode).toBe(200)
})

test('a page whose reader loses access while it waits in the queue is not shown', async () => {
  const guest = await app.person('guest')
  const slow = await upload(app, trustee, { fileName: 'endless.pdf' }, endlessPdf())
  const { id } = await upload(app, trustee, { fileName: 'd.pdf' }, await pdfOf('Waits'))
  const grants = await Promise.all(
    [slow.id, id].map((each) =>
      app.call(trustee, 'POST', `/api/documents/${each}/access`, { email: guest.email, accessLevel: 'view' }),
    ),
  )
  const { port } = new URL(app.address)
  const path = `/api/documents/${slow.id}/pages/1`
  const ahead = Array.from({ length: 3 }, () =>
    request({ host: '127.0.0.1', port, path, headers: { cookie: guest.cookie } }),
  )
  for (const each of ahead) each.on('error', () => undefined)
  await expect
    .poll(async () => (await events(app, slow.id)).filter((event) => event === 'document_viewed').length)
    .toBe(3)
  const waiting = get(guest, 'pages/1', id)
  await expect.poll(() => events(app, id)).toContain('document_viewed')
  const grant = grants[1]?.json<{ grant: { id: string } }>().grant.id
  expect((await app.call(trustee, 'POST', `/api/access/${grant}/revoke`, {})).statusCode).toBe(200)
  for (const each of ahead) each.destroy()
  expect(refusal(await waiting)).toEqual([404, 'document-not-found'])
})

test('a kept page is not shown to people who may not see it, and is gone with its document', async () => {
  const guest = await app.person('guest')
  const { id } = await upload(app, trustee, { fileName: 'c.pdf' }, await pdfOf('Kept'))
  expect((await get(trustee, 'pages/1', id)).statusCode).toBe(200)
  expect(refusal(await get(guest, 'pages/1', id))).toEqual([404, 'document-not-found'])
  expect((await get(trustee, 'pages/1', id)).statusCode).toBe(200)
  expect((await events(app, id)).filter((event) => event === 'document_viewed')).toHaveLength(2)
  await app.call(trustee, 'DELETE', `/api/documents/${id}`)
  expect(refusal(await get(trustee, 'pages/1', id))).toEqual([404, 'document-not-found'])
})
