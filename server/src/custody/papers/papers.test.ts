import type { WholePacket } from '@deedbox/contract/custody.ts'
import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq, inArray } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import Paper from 'pdfkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { tellDue } from '../../sharing/notices/notices.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { readQr } from '../../testing/qr.ts'
import { stretchesOn } from './held.ts'
import { packetOverdue } from './packet-overdue.mail.tsx'
import { receiptEntry } from './receipt.ts'

let app: TestApp
let trustee: Person
let other: Person
let matterId: string
beforeAll(async () => {
  app = await startTestApp({ TIME_ZONE: 'UTC' })
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  other = await app.person('trustee', { name: 'Otto Other' })
  const body = { name: 'Quill Estate', kind: 'estate', reference: 'Q-1', responsibleId: other.id }
  matterId = (await app.call(trustee, 'POST', '/api/matters', body)).json().matter.id
})
afterAll(() => app.stop())

const receive = async (): Promise<WholePacket> => {
  const originals = [{ title: 'Will of 2003', receivedFrom: 'Wilhelmina Quill', pages: 7 }]
  return (await app.call(trustee, 'POST', '/api/packets', { matterId, originals })).json().packet
}
const move = async (as: Person, { id }: WholePacket, body: object): Promise<WholePacket> => {
  const answer = await app.call(as, 'POST', `/api/packets/${id}/movements`, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().packet
}
const today = () => new Date(Date.now() + app.services.clock.shiftMs).toISOString().slice(0, 10)
const pdfOf = async (url: string, as = trustee) => {
  const answer = await app.call(as, 'GET', url)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  return PDFDocument.load(answer.rawPayload)
}
/** A paper as the renderer takes it. */
const paperOf = async (url: string) => {
  const bytes = (await app.call(trustee, 'GET', url)).rawPayload
  const source = {
    id: crypto.randomUUID(),
    fileType: 'application/pdf',
    size: bytes.length,
    bytes: async () => bytes,
  }
  const { renderer } = app.services
  const pages = await renderer.pages(source)
  const texts = await Promise.all(pages.map((_, index) => renderer.text(source, index + 1)))
  return { source, texts: texts.map(({ text }) => text.replace(/\s+/g, ' ')) }
}

test('who held it on a day, by name and to the minute, whatever was corrected since', async () => {
  const packet = await receive()
  app.shift(dayMs)
  const second = today()
  await move(trustee, packet, { kind: 'handed', holderId: other.id })
  app.shift(dayMs)
  const out = await move(other, packet, { kind: 'out', outside: 'A bank', reason: 'To copy' })
  const correct = `/api/packets/${packet.id}/movements/${out.entries[0]?.id}/correct`
  const said = { outside: 'The Bank', reason: 'To copy', why: 'Its name' }
  const now = (await app.call(other, 'POST', correct, said)).json().packet as WholePacket
  const before = new Date(Date.parse(packet.createdAt) - dayMs).toISOString().slice(0, 10)
  expect(stretchesOn(now, before, 'UTC')).toEqual([])
  expect(stretchesOn(now, second, 'UTC')).toEqual([
    expect.stringMatching(/^Tess Trustee – from .* until /),
    expect.stringMatching(/^Otto Other – from .* until /),
  ])
  expect(stretchesOn(now, today(), 'UTC')).toEqual([
    expect.stringMatching(/^Otto Other – from .* until /),
    expect.stringMatching(/^Out: The Bank – from .* until now$/),
  ])
  const pdf = await pdfOf(`/api/packets/${packet.id}/print?on=${second}`)
  expect(pdf.getTitle()).toMatch(new RegExp(`^Who held ${packet.number} on `))
  expect(pdf.getPageCount()).toBe(1)
})

test('who held one original on a day, in whichever packet it was', async () => {
  const first = await receive()
  const begun = today()
  app.shift(dayMs)
  await move(trustee, first, { kind: 'sighted' })
  app.shift(dayMs)
  const between = today()
  const will = first.contents[0]?.id
  const url = `/api/packets/${first.id}/originals/${will}/move`
  const to = (await app.call(trustee, 'POST', url, { reason: 'Lent alone' })).json().packetId
  const second = (await app.call(trustee, 'GET', `/api/packets/${to}`)).json().packet as WholePacket
  app.shift(dayMs)
  await move(trustee, second, { kind: 'handed', holderId: other.id })
  const told = async (on: string) => {
    const spy = vi.spyOn(Paper.prototype, 'text')
    await pdfOf(`/api/packets/${to}/print?on=${on}`)
    const lines = spy.mock.calls.map(([text]) => String(text))
    spy.mockRestore()
    return lines.filter((line) => line.startsWith('On this day'))
  }
  const before = new Date(Date.parse(first.createdAt) - dayMs).toISOString().slice(0, 10)
  expect(await told(before)).toEqual(['On this day', 'On this day it was not in the register yet.'])
  const held = (packet: WholePacket, name: string) =>
    expect.stringMatching(new RegExp(`^On this day in ${packet.number}: ${name} – from .* until `))
  expect(await told(begun)).toEqual(['On this day', held(first, 'Tess Trustee')])
  expect(await told(between)).toEqual([
    'On this day',
    held(first, 'Tess Trustee'),
    held(second, 'Tess Trustee'),
  ])
  expect(await told(today())).toEqual([
    'On this day',
    held(second, 'Tess Trustee'),
    held(second, 'Otto Other'),
  ])
})

test('a receipt is signed on the screen, stored in the matter with its shares, and named by its entry', async () => {
  const { id } = await upload(app, trustee)
  await app.call(trustee, 'POST', `/api/matters/${matterId}/documents`, { documentIds: [id] })
  const reader = await app.person('requestor')
  const share = {
    recipients: [{ email: reader.email }],
    later: true,
    expiresOn: addDays(dayOf(new Date(), 'UTC'), 90),
  }
  const shared = await app.call(trustee, 'POST', `/api/matters/${matterId}/shares`, share)
  expect(shared.statusCode, shared.body).toBe(200)
  const packet = await receive()
  const out = await move(trustee, packet, { kind: 'out', outside: 'Ann Quill', reason: 'Hers' })
  const url = `/api/packets/${packet.id}/movements/${out.entries[0]?.id}/receipt`
  expect((await pdfOf(url)).getTitle()).toBe(`Receipt of ${packet.number}`)
  const unsigned = await app.call(trustee, 'POST', url, { signedBy: 'Ann Quill', strokes: [] })
  expect(unsigned.json().error.fields).toHaveProperty('strokes')
  const points = [
    [10, 10],
    [500, 300],
    [990, 20],
  ].map(([x, y]) => ({ x, y }))
  const strokes = [points, [{ x: 400, y: 400 }]]
  const signed = await app.call(trustee, 'POST', url, { signedBy: 'Ann Quill', strokes })
  expect(signed.statusCode, signed.body).toBe(201)
  const [paper] = (signed.json().packet as WholePacket).entries[0]?.papers ?? []
  expect(paper).toMatchObject({
    kind: 'receipt',
    document: { title: `Receipt of ${packet.number}, signed by Ann Quill` },
  })
  const documents = (await app.call(trustee, 'GET', `/api/documents?matter=${matterId}`)).json().documents
  expect(documents.map(({ id }: { id: string }) => id)).toContain(paper?.document.id)
  expect(refusal(await app.call(trustee, 'DELETE', `/api/documents/${paper?.document.id}`))).toEqual([
    409,
    'custody-keeps',
  ])
  expect((await app.call(reader, 'GET', `/api/documents/${paper?.document.id}`)).statusCode).toBe(200)
  const sighted = await move(trustee, await receive(), { kind: 'sighted' })
  const wrong = `/api/packets/${sighted.id}/movements/${sighted.entries[0]?.id}/receipt`
  expect(refusal(await app.call(trustee, 'GET', wrong))).toEqual([409, 'entry-plain'])
})

test('a receipt is made for an entry as it stands, with its own time and person', async () => {
  const packet = await receive()
  const out = await move(trustee, packet, { kind: 'out', outside: 'Ann Quil', reason: 'Hers' })
  const of = (entry?: { id: string }) => `/api/packets/${packet.id}/movements/${entry?.id}`
  app.shift(dayMs)
  const said = { outside: 'Ann Quill', reason: 'Hers', why: 'Misspelt' }
  const admin = await app.person('admin', { name: 'Ada Admin' })
  const corrected = await app.call(admin, 'POST', `${of(out.entries[0])}/correct`, said)
  expect(corrected.statusCode, corrected.body).toBe(201)
  const now = corrected.json().packet as WholePacket
  const strokes = [
    [
      { x: 1, y: 1 },
      { x: 400, y: 400 },
    ],
  ]
  const wrong = `${of(out.entries[0])}/receipt`
  for (const answer of [
    await app.call(trustee, 'GET', wrong),
    await app.call(trustee, 'POST', wrong, { signedBy: 'Ann Quill', strokes }),
  ])
    expect(refusal(answer)).toEqual([409, 'entry-corrected'])
  await pdfOf(`${of(now.entries[0])}/receipt`)
  expect(receiptEntry(now, now.entries[0]?.id ?? '')).toMatchObject({
    number: 3,
    outside: 'Ann Quill',
    at: out.entries[0]?.at,
    by: { name: 'Tess Trustee' },
  })
})

test('the register as CSV and PDF, and labels with the address of each packet', async () => {
  const packet = await receive()
  const csv = await app.call(trustee, 'GET', '/api/packets/export')
  const line = csv.body.split('\n').find((row) => row.includes(packet.number))
  expect(line).toContain('Quill Estate')
  expect(line).toContain('Will of 2003')
  expect(line).toContain('Tess Trustee')
  await pdfOf('/api/packets/print')
  await pdfOf('/api/packets/labels')
  expect(refusal(await app.call(trustee, 'GET', '/api/packets/labels?search=nothing'))).toEqual([
    409,
    'labels-none',
  ])
  // An Org Admin of another matter's organisation gets an empty register.
  const head = await app.person('b2b_admin')
  expect((await app.call(head, 'GET', '/api/packets/export')).body).not.toContain('Quill')
})

test('the QR code of each label is read, also on the second sheet, and holds the address of its packet', async () => {
  for (let n = 0; n < 25; n++) await receive()
  const { packets } = (
    await app.call(trustee, 'GET', '/api/packets?sort=number&direction=asc&limit=100')
  ).json<{
    packets: WholePacket[]
  }>()
  const { source, texts } = await paperOf('/api/packets/labels')
  expect(texts).toHaveLength(Math.ceil(packets.length / 24))
  const [scale, width, height] = [3, 70, 37]
  const pixels = (mm: number) => Math.floor((mm / 25.4) * 72 * scale)
  for (const at of [0, 2, 23, 24]) {
    const { image } = await app.services.renderer.draw(source, { page: Math.floor(at / 24) + 1, scale })
    const [column, row] = [at % 3, Math.floor((at % 24) / 3)]
    const size = { width: pixels(width), height: pixels(height) }
    const code = await readQr(image, { left: pixels(column * width), top: pixels(row * height), ...size })
    expect(code).toBe(`${app.services.place().publicUrl}/custody/packets/${packets[at]?.number}`)
  }
})

test('a register of many pages has each packet whole on one, with its originals, and every page its number', async () => {
  const condition = 'Two staples at the left edge. '.repeat(12)
  const originals = ['Will', 'Codicil'].map((title) => ({ title, receivedFrom: 'Ann Quill', condition }))
  for (let n = 0; n < 20; n++)
    await app.call(trustee, 'POST', '/api/packets', { matterId, seal: `Many ${n} begins`, originals })
  const { texts } = await paperOf('/api/packets/print')
  expect(texts.length).toBeGreaterThan(2)
  for (const [index, text] of texts.entries()) {
    expect(text).toContain(`Register of paper originals · page ${index + 1}`)
    expect(text.match(/– Codicil/g)?.length).toBe(text.match(/Many \d+ begins/g)?.length)
  }
  expect(texts.join().match(/Many \d+ begins · Quill Estate · reference Q-1/g)).toHaveLength(20)
  expect(texts.join()).toMatch(/received from Ann Quill · entered on \d+ \w+ \d{4}/)
})

test('however many originals are in a packet, the field of its receipt is on one page with the name under it', async () => {
  const packet = await receive()
  const receipt = `/api/packets/${packet.id}/movements/${packet.entries[0]?.id}/receipt`
  let pages = 0
  for (let count = 2; count <= 50; count++) {
    const body = { title: `Paper ${count}`, receivedFrom: 'Ann Quill' }
    const added = await app.call(trustee, 'POST', `/api/packets/${packet.id}/originals`, body)
    expect(added.statusCode, added.body).toBe(201)
    if (count < 30) continue
    const { texts } = await paperOf(receipt)
    expect(texts.at(-1)).toMatch(/Signature Name: Date: Entry 1: received/)
    expect(texts.join().match(/– (Will|Paper \d+)/g)).toHaveLength(count)
    pages = texts.length
  }
  expect(pages).toBe(2)
})

test('overdue: the holder of record and the responsible trustee are told, each week again, and others once both have left', async () => {
  const { db } = app.services.database
  const packet = await receive()
  await move(trustee, packet, { kind: 'out', outside: 'A bank', reason: 'To copy', expectedOn: today() })
  const told = async () => {
    await Promise.all([tellDue(app.services, packetOverdue), tellDue(app.services, packetOverdue)])
    const rows = await db.select().from(mailMessages).where(eq(mailMessages.kind, 'packet_overdue'))
    return rows.map(({ recipient }) => recipient).sort()
  }
  const waits = async (as: Person) =>
    (await app.call(as, 'GET', '/api/waiting/today'))
      .json()
      .groups.find(({ kind }: { kind: string }) => kind === 'overdue-packets')
  expect(await told()).toEqual([])
  expect(await waits(other)).toBeUndefined()
  app.shift(dayMs)
  const both = [other.email, trustee.email]
  expect(await told()).toEqual(both.sort())
  expect(await waits(other)).toMatchObject({ total: 1, items: [{ id: packet.id, detail: 'A bank' }] })
  app.shift(3 * dayMs)
  expect(await told()).toHaveLength(2)
  app.shift(4 * dayMs)
  expect(await told()).toHaveLength(4)
  await move(other, packet, { kind: 'in', outside: 'A bank', condition: 'Good' })
  app.shift(7 * dayMs)
  expect(await told()).toHaveLength(4)
  expect(await waits(other)).toBeUndefined()
  // A matter whose organisation has left is told to nobody.
  const firm = crypto.randomUUID()
  await db.insert(organizations).values({ id: firm, name: 'Harbour Legal', createdAt: new Date() })
  const theirs = { name: 'Left Estate', kind: 'estate', organizationId: firm, responsibleId: other.id }
  const { matter } = (await app.call(trustee, 'POST', '/api/matters', theirs)).json()
  const originals = [{ title: 'Deed', receivedFrom: 'Ann' }]
  const body = { matterId: matter.id, originals }
  const left = (await app.call(trustee, 'POST', '/api/packets', body)).json().packet as WholePacket
  await move(trustee, left, { kind: 'out', outside: 'A bank', reason: 'To copy', expectedOn: today() })
  app.shift(dayMs)
  const leaving = (leavingFrom: Date | null) =>
    db.update(organizations).set({ leavingFrom }).where(eq(organizations.id, firm))
  await leaving(new Date(Date.now() + app.services.clock.shiftMs - 91 * dayMs))
  expect(await told()).toHaveLength(4)
  await leaving(null)
  expect(await told()).toHaveLength(6)
  // Once the holder and the responsible trustee have left, all who keep matters are told.
  const admin = await app.person('admin')
  const deactivated = (at: Date | null) =>
    db
      .update(profiles)
      .set({ deactivatedAt: at })
      .where(inArray(profiles.id, [trustee.id, other.id]))
  await deactivated(new Date())
  app.shift(7 * dayMs)
  const before = (await told()).filter((to) => to === admin.email)
  expect(before).toHaveLength(1)
  await deactivated(null)
  app.shift(7 * dayMs)
  expect((await told()).filter((to) => to === admin.email)).toEqual(before)
})
