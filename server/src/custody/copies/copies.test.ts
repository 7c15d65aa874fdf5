import type { Copy } from '@deedbox/contract/copies.ts'
import { codeOf, readCode } from '@deedbox/contract/copy-code.ts'
import type { WholePacket } from '@deedbox/contract/custody.ts'
import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copies } from '../../db/tables/copies.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { pdfOf, refusal, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { readQr } from '../../testing/qr.ts'
import { newCode } from './code.ts'

let app: TestApp
let admin: Person
let trustee: Person
let guest: Person
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_FACTOR: '1000' })
  admin = await app.person('admin')
  trustee = await app.person('trustee')
  guest = await app.person('guest')
})
afterAll(() => app.stop())

type Checked = {
  copy: { kind: string; state: string; since: string | null; days: number; sha256: string } | null
}
const make = (as: Person, id: string) => app.call(as, 'POST', `/api/documents/${id}/copies/verified`)
const list = async (as: Person, id: string) =>
  (await app.call(as, 'GET', `/api/documents/${id}/copies`)).json<{
    own: Copy | null
    copies: Copy[]
    can: { make: boolean }
    sightings: { id: string; packet: string; on: string }[]
  }>()
const check = (code: string) => app.call(null, 'POST', '/api/check', { code })
const told = async (code: string) => (await check(code)).json<Checked>().copy
const download = async (as: Person, id: string) =>
  (await app.call(as, 'GET', `/api/documents/${id}/content`)).rawPayload
/** Words of a page of a document, as its readers see them. */
const words = async (id: string, page: number): Promise<string> =>
  (await app.call(trustee, 'GET', `/api/documents/${id}/pages/${page}/text`)).json().text
const codeIn = (text: string) =>
  readCode(/with the code ([\w-]+)/.exec(text.replace(/\s+/g, ' '))?.[1] ?? '') ?? ''

/** Makes a document of two pages and a copy of it. */
async function copied() {
  const source = await upload(
    app,
    trustee,
    { title: 'Quill Family Trust', fileName: 'deed.pdf' },
    await pdfOf('The settlor', 'The seal'),
  )
  const { documentId } = (await make(trustee, source.id)).json<{ documentId: string }>()
  return { source, id: documentId, code: codeIn(await words(documentId, 1)) }
}

test('a copy of a document in a matter is in the matter too, and its shares give it', async () => {
  const { matter } = (
    await app.call(trustee, 'POST', '/api/matters', { name: 'Quill', kind: 'family_trust' })
  ).json()
  const { id } = await upload(app, trustee, { fileName: 'deed.pdf' }, await pdfOf('The settlor'))
  await app.call(trustee, 'POST', `/api/matters/${matter.id}/documents`, { documentIds: [id] })
  const reader = await app.person('requestor')
  const share = {
    recipients: [{ email: reader.email }],
    later: true,
    expiresOn: addDays(dayOf(new Date(), 'UTC'), 90),
  }
  const shared = await app.call(trustee, 'POST', `/api/matters/${matter.id}/shares`, share)
  expect(shared.statusCode, shared.body).toBe(200)
  const made = await make(trustee, id)
  expect(made.statusCode, made.body).toBe(201)
  const { document } = (await app.call(reader, 'GET', `/api/documents/${made.json().documentId}`)).json()
  expect(document.copy).toBe('verified')
})

test('a verified copy says on every page from which bytes it was drawn, its number, and a code by which a stranger checks it', async () => {
  const { source, id, code } = await copied()
  const { document } = (await app.call(trustee, 'GET', `/api/documents/${id}`)).json()
  expect(document).toMatchObject({
    title: 'Verified copy: Quill Family Trust',
    copy: 'verified',
    ownerId: trustee.id,
  })
  for (const page of [1, 2]) {
    const text = (await words(id, page)).replace(/\s+/g, ' ')
    expect(text).toContain(`Verified copy · page ${page} of 2`)
    expect(text).toContain(`equal those with the SHA-256 ${source.sha256}`)
    expect(text).toContain('This does not say that anybody has seen the paper.')
    expect(codeIn(text)).toBe(code)
    const { rawPayload } = await app.call(trustee, 'GET', `/api/documents/${id}/pages/${page}`)
    expect((await sharp(rawPayload).greyscale().stats()).channels[0]?.stdev).toBeGreaterThan(5)
    const { width = 0, height = 0 } = await sharp(rawPayload).metadata()
    expect(await readQr(rawPayload, { left: 0, top: 0, width, height })).toBe(
      `${app.services.place().publicUrl}/check/${code}`,
    )
  }
  const answer = await check(code)
  expect(answer.json()).toEqual({
    copy: {
      ...{
        kind: 'verified',
        state: 'genuine',
        since: null,
        madeAt: expect.any(String),
        days: 0,
        oldAfterDays: 90,
        pages: 2,
      },
      sha256: document.sha256,
    },
  })
  for (const hidden of ['Quill', trustee.email, trustee.id, source.id, id, source.sha256])
    expect(answer.body).not.toContain(hidden)
  expect((await trail(app, source.id)).at(-1)).toMatchObject({
    event: 'document_copied',
    details: { side: 'source' },
  })
  expect(await list(trustee, source.id)).toMatchObject({
    own: null,
    copies: [
      {
        documentId: id,
        kind: 'verified',
        state: 'genuine',
        madeBy: 'Test trustee',
        sourceSha256: source.sha256,
      },
    ],
    can: { make: true },
  })
  // Neither the code nor anything from which it follows is stored.
  const rows = await app.services.database.db.select().from(copies)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('a copy is made by who handles the document, never of a copy, and not of what cannot be drawn', async () => {
  const { source, id } = await copied()
  expect(refusal(await make(trustee, id))).toEqual([409, 'copy-of-copy'])
  await app.call(trustee, 'POST', `/api/documents/${source.id}/access`, {
    email: guest.email,
    accessLevel: 'download',
  })
  expect((await make(guest, source.id)).statusCode).toBe(403)
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect((await make(unconfirmed, source.id)).statusCode).toBe(404)
  // A reader by a grant is told nothing of the copies of a document.
  expect(await list(guest, source.id)).toEqual({ own: null, copies: [], can: { make: false }, sightings: [] })
  const own = await upload(app, unconfirmed, { fileName: 'own.pdf' }, await pdfOf('Own'))
  expect((await make(unconfirmed, own.id)).statusCode).toBe(201)
})

test('withdrawn: a stranger is told since when, and whoever has access to it by a grant gets a mail', async () => {
  const { source, id, code } = await copied()
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, {
    email: guest.email,
    accessLevel: 'download',
  })
  const [copy] = (await list(trustee, source.id)).copies
  const withdraw = (as: Person) =>
    app.call(as, 'POST', `/api/copies/${copy?.id}/withdraw`, { reason: 'A page is missing' })
  const seen = (await list(guest, id)).own
  expect(seen).toMatchObject({
    state: 'genuine',
    sourceId: null,
    sourceTitle: null,
    can: { withdraw: false },
  })
  expect((await withdraw(await app.person('trustee', { confirmedAt: null }))).statusCode).toBe(404)
  expect((await withdraw(trustee)).statusCode).toBe(200)
  expect(refusal(await withdraw(trustee))).toEqual([409, 'copy-withdrawn'])
  expect(await told(code)).toMatchObject({ state: 'withdrawn', since: expect.any(String) })
  const mails = await app.services.database.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.kind, 'copy_withdrawn'))
  expect(mails.map(({ recipient }) => recipient)).toEqual([guest.email])
  expect((await list(guest, id)).own).toMatchObject({ state: 'withdrawn', reason: 'A page is missing' })
  for (const of of [id, source.id])
    expect((await trail(app, of)).map(({ event }) => event)).toContain('document_copy_withdrawn')
})

/** Puts a document into a matter and receives its paper original in a packet. */
async function received(kind = 'paper') {
  const { matter } = (
    await app.call(trustee, 'POST', '/api/matters', { name: 'Quill', kind: 'estate' })
  ).json()
  const source = await upload(
    app,
    trustee,
    { title: 'Will', fileName: 'will.pdf' },
    await pdfOf('My last will'),
  )
  await app.call(trustee, 'POST', `/api/matters/${matter.id}/documents`, { documentIds: [source.id] })
  const original = { kind, documentId: source.id, receivedFrom: 'Wilhelmina Quill' }
  const { packet } = (
    await app.call(trustee, 'POST', '/api/packets', { matterId: matter.id, originals: [original] })
  ).json<{ packet: WholePacket }>()
  const sight = (as: Person) =>
    app.call(as, 'POST', `/api/packets/${packet.id}/movements`, {
      ...{ kind: 'sighted', originalId: packet.contents[0]?.id },
    })
  return { source, packet, sight }
}
const certify = (as: Person, id: string, sightingId: string | undefined, more = {}) =>
  app.call(as, 'POST', `/api/documents/${id}/copies/certified`, {
    ...{ sightingId, capacity: 'legal_practitioner', registration: 'NSW 4711', stated: true, ...more },
  })

test('a certified copy is made by who sighted the paper original, as the register says, and says so on every page', async () => {
  const { source, packet, sight } = await received()
  expect(await list(trustee, source.id)).toMatchObject({ sightings: [] })
  expect(refusal(await certify(trustee, source.id, packet.entries[0]?.id))).toEqual([409, 'copy-not-sighted'])
  await sight(trustee)
  const [sighting] = (await list(trustee, source.id)).sightings
  expect(sighting).toMatchObject({ packet: packet.number })
  // Somebody else's sighting is not theirs, and a statement, a capacity of the list and a number are needed.
  const other = await app.person('trustee')
  expect(refusal(await certify(other, source.id, sighting?.id))).toEqual([409, 'copy-not-sighted'])
  await app.call(trustee, 'POST', `/api/documents/${source.id}/access`, {
    ...{ email: guest.email, accessLevel: 'download' },
  })
  expect((await certify(guest, source.id, sighting?.id)).statusCode).toBe(403)
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect((await certify(unconfirmed, source.id, sighting?.id)).statusCode).toBe(404)
  for (const lacking of [{ stated: false }, { capacity: 'trustee' }, { registration: ' ' }])
    expect((await certify(trustee, source.id, sighting?.id, lacking)).statusCode).toBe(400)
  const answer = await certify(trustee, source.id, sighting?.id)
  expect(answer.statusCode, answer.body).toBe(201)
  const { documentId } = answer.json<{ documentId: string }>()
  const text = (await words(documentId, 1)).replace(/\s+/g, ' ')
  for (const said of [
    'Certified copy · page 1 of 1',
    'by Test trustee, Legal practitioner, registration number NSW 4711:',
    'I sighted the original of this document on',
    'What I sighted is not itself a copy',
    source.sha256,
  ])
    expect(text).toContain(said)
  expect(await told(codeIn(text))).toMatchObject({ kind: 'certified', state: 'genuine' })
  expect((await list(trustee, documentId)).own).toMatchObject({
    ...{ kind: 'certified', capacity: 'legal_practitioner', sightedOn: sighting?.on },
  })
  expect((await trail(app, source.id)).at(-1)).toMatchObject({
    event: 'document_copied',
    details: { kind: 'certified', registration: 'NSW 4711', sightedOn: sighting?.on },
  })
  // A copy of a copy is not certified, whatever the register says of it.
  expect(refusal(await certify(trustee, documentId, sighting?.id))).toEqual([409, 'copy-of-copy'])
})

test('a sighting that was corrected, that is older than what is said of the original, or of an electronic original certifies nothing', async () => {
  const { source, packet, sight } = await received()
  const original = packet.contents[0]
  await sight(trustee)
  const [sighting] = (await list(trustee, source.id)).sightings
  const entry = `/api/packets/${packet.id}/movements/${sighting?.id}`
  const correct = (body: object) => app.call(trustee, 'POST', `${entry}/correct`, { why: 'Misread', ...body })
  const corrected = await correct({ condition: 'One staple' })
  expect(corrected.statusCode, corrected.body).toBe(201)
  expect((await list(trustee, source.id)).sightings).toEqual([])
  expect(refusal(await certify(trustee, source.id, sighting?.id))).toEqual([409, 'copy-not-sighted'])
  const correction = corrected
    .json<{ packet: WholePacket }>()
    .packet.entries.find(({ corrects }) => corrects !== null)
  expect(correction).toBeDefined()
  expect(refusal(await certify(trustee, source.id, correction?.id))).toEqual([409, 'copy-not-sighted'])

  // Sighted again it counts, until the original is said to be of another document.
  await sight(trustee)
  expect((await list(trustee, source.id)).sightings).toHaveLength(1)
  const { matter } = packet
  const other = await upload(
    app,
    trustee,
    { title: 'Codicil', fileName: 'codicil.pdf' },
    await pdfOf('Codicil'),
  )
  await app.call(trustee, 'POST', `/api/matters/${matter.id}/documents`, { documentIds: [other.id] })
  const changed = await app.call(trustee, 'PUT', `/api/packets/${packet.id}/originals/${original?.id}`, {
    ...{ documentId: other.id, receivedFrom: 'Wilhelmina Quill', updatedAt: original?.updatedAt },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  expect((await list(trustee, other.id)).sightings).toEqual([])

  const electronic = await received('electronic')
  await electronic.sight(trustee)
  expect((await list(trustee, electronic.source.id)).sightings).toEqual([])
})

test('the line of a certified copy fits its page, however long its words are', async () => {
  const { source, sight } = await received()
  await sight(trustee)
  const [sighting] = (await list(trustee, source.id)).sightings
  const registration = `${'W'.repeat(49)} ${'W'.repeat(50)}`
  const { documentId } = (
    await certify(trustee, source.id, sighting?.id, { capacity: 'bank_officer', registration })
  ).json<{ documentId: string }>()
  const text = (await words(documentId, 1)).replace(/\s+/g, ' ')
  expect(text).toContain('W'.repeat(50))
  expect(await told(codeIn(text))).toMatchObject({ pages: 1 })
  expect((await app.call(trustee, 'GET', `/api/documents/${documentId}/pages/2`)).statusCode).toBe(404)
})

test('superseded: since another document replaces or revokes the one that was copied, not where it only varies it', async () => {
  const { source, code } = await copied()
  const newer = await upload(app, trustee, { fileName: 'newer.pdf' }, await pdfOf('Newer'))
  const link = (relation: string) =>
    app.call(trustee, 'POST', '/api/document-links', { from: newer.id, relation, to: source.id })
  const varying = (await link('varies')).json<{ id: string }>()
  expect(await told(code)).toMatchObject({ state: 'genuine' })
  await app.call(trustee, 'DELETE', `/api/document-links/${varying.id}`)
  const replacing = (await link('replaces')).json<{ id: string }>()
  expect(await told(code)).toMatchObject({ state: 'superseded', since: expect.any(String) })
  await app.call(trustee, 'DELETE', `/api/document-links/${replacing.id}`)
  expect(await told(code)).toMatchObject({ state: 'genuine', since: null })
})

test('a copy tells its age, and an unknown code looks like one that is switched off, for one copy or for all', async () => {
  const { source, code } = await copied()
  const [copy] = (await list(trustee, source.id)).copies
  const unknown = await check(newCode())
  const same = async (typed: string) => {
    const { statusCode, body, headers } = await check(typed)
    const { date: _, ...others } = headers
    return { statusCode, body, names: Object.keys(others).sort() }
  }
  const answered = await same(newCode())
  expect(unknown.json()).toEqual({ copy: null })
  expect(await same('no code at all')).toEqual(answered)
  const switchTo = (checked: boolean) =>
    app.call(trustee, 'PUT', `/api/copies/${copy?.id}/checked`, { checked })
  expect((await switchTo(false)).statusCode).toBe(200)
  expect(await same(code)).toEqual(answered)
  await switchTo(true)
  app.shift(91 * dayMs)
  const later = await app.person('admin')
  expect(await told(code)).toMatchObject({ state: 'genuine', days: 91 })
  const set = (changes: object, was: object) => app.call(later, 'PUT', '/api/settings', { changes, was })
  expect((await set({ copyChecks: false }, { copyChecks: true })).statusCode).toBe(200)
  expect(await same(code)).toEqual(answered)
  await set({ copyChecks: true }, { copyChecks: false })
  expect(admin.id).not.toBe(later.id)
})

test('the bytes of a copy are those that its public answer names', async () => {
  const { id, code } = await copied()
  const { createHash } = await import('node:crypto')
  const bytes = await download(await app.person('trustee'), id)
  expect((await told(code))?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('no code follows from another: neighbours of a known code, and codes of the same time, are all unknown', async () => {
  const { code } = await copied()
  const near = fc
    .integer({ min: 0, max: 15 })
    .chain((at) =>
      fc
        .constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ')
        .map((character) => code.slice(0, at) + character + code.slice(at + 1)),
    )
  const any = fc.uint8Array({ minLength: 10, maxLength: 10 }).map(codeOf)
  await fc.assert(
    fc.asyncProperty(fc.oneof(near, any), async (other) => {
      expect((await told(other)) !== null).toBe(other === code)
    }),
    { numRuns: 60 },
  )
  const many = Array.from({ length: 2_000 }, newCode)
  expect(new Set(many).size).toBe(many.length)
  // Each place takes each character about as often: 2,000 codes, 32 characters.
  for (let at = 0; at < 16; at++) {
    const counts = new Map<string, number>()
    for (const one of many) counts.set(one[at] ?? '', (counts.get(one[at] ?? '') ?? 0) + 1)
    expect(counts.size).toBe(32)
    expect(Math.max(...counts.values())).toBeLessThan(130)
  }
})
