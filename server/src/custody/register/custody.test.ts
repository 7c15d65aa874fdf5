import type { Original, Packet, Place, WholePacket } from '@deedbox/contract/custody.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { movements, originals, packets } from '../../db/tables/custody.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let other: Person
let admin: Person
let head: Person
const firm = crypto.randomUUID()
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  other = await app.person('trustee', { name: 'Otto Other' })
  admin = await app.person('admin', { name: 'Ada Admin' })
  const row = { id: firm, name: 'Harbour Legal', createdAt: new Date() }
  await app.services.database.db.insert(organizations).values(row)
  head = await app.person('b2b_admin', { organizationId: firm })
})
afterAll(() => app.stop())

const post = (as: Person, url: string, body: object) => app.call(as, 'POST', `/api/${url}`, body)
async function made<T>(as: Person, url: string, body: object): Promise<T> {
  const answer = await post(as, url, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const matter = async (more: object = {}): Promise<string> =>
  (
    await made<{ matter: { id: string } }>(trustee, 'matters', {
      name: 'Quill Estate',
      kind: 'estate',
      ...more,
    })
  ).matter.id
const will = { title: 'Will of 2003', receivedFrom: 'Wilhelmina Quill', receivedOn: '2003-05-01', pages: 7 }
const receive = async (matterId: string, more: object = {}): Promise<WholePacket> =>
  (await made<{ packet: WholePacket }>(trustee, 'packets', { matterId, originals: [will], ...more })).packet
const place = async (position: string): Promise<Place> =>
  (await made<{ place: Place }>(trustee, 'places', { place: 'Strong room', safe: '2', shelf: 'B', position }))
    .place
const move = (as: Person, { id }: { id: string }, kind: string, body: object = {}) =>
  post(as, `packets/${id}/movements`, { kind, ...body })
const moved = async (as: Person, packet: { id: string }, kind: string, body: object = {}) => {
  const answer = await move(as, packet, kind, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ packet: WholePacket }>().packet
}
const read = async (packet: { id: string }, as = trustee): Promise<WholePacket> =>
  (await app.call(as, 'GET', `/api/packets/${packet.id}`)).json().packet
const inDays = (days: number) =>
  new Date(Date.now() + app.services.clock.shiftMs + days * dayMs).toISOString().slice(0, 10)
const putIn = async (matterId: string, title: string) => {
  const document = await upload(app, trustee, { title })
  expect(
    (await post(trustee, `matters/${matterId}/documents`, { documentIds: [document.id] })).statusCode,
  ).toBe(200)
  return document
}

test('a packet is received, lent on written authority, overdue, and brought back', async () => {
  const quill = await matter({ organizationId: firm })
  const box = await place('14')
  const packet = await receive(quill, { seal: 'E-77', placeId: box.id, outside: 'Wilhelmina Quill' })
  expect(packet).toMatchObject({
    number: expect.stringMatching(/^P-\d{6}$/),
    where: { state: 'held', holder: { name: 'Tess Trustee' }, place: { position: '14' } },
    contents: [{ title: 'Will of 2003', pages: 7, receivedOn: '2003-05-01', sighted: null }],
    can: { keep: true, move: true, takeIn: false, takeOver: false },
  })
  const authority = await putIn(quill, 'Authority of Ms Quill')
  const lent = await moved(trustee, packet, 'out', {
    ...{ outside: 'Registry of the Supreme Court', reason: 'Filed for probate' },
    ...{ expectedOn: inDays(10), authorityId: authority.id },
  })
  expect(lent.where).toMatchObject({
    state: 'out',
    holder: null,
    place: null,
    outside: 'Registry of the Supreme Court',
  })
  expect(lent.entries[0]?.papers).toMatchObject([
    { kind: 'authority', document: { title: 'Authority of Ms Quill' } },
  ])
  for (const kind of ['sighted', 'sealed'])
    expect(refusal(await move(trustee, packet, kind, kind === 'sealed' ? { seal: 'x' } : {}))).toEqual([
      409,
      'packet-out',
    ])
  const overdue = async () =>
    (await app.call(trustee, 'GET', `/api/packets?packetState=overdue&matter=${quill}`)).json()
  expect(await overdue()).toMatchObject({ packets: [], total: 0 })
  app.shift(12 * dayMs)
  expect(await overdue()).toMatchObject({
    packets: [{ id: packet.id, where: { state: 'overdue' } }],
    total: 1,
  })
  // Another trustee takes it in, and holds it from then on.
  const back = await moved(other, packet, 'in', {
    outside: 'A courier',
    condition: 'As lent',
    placeId: box.id,
  })
  expect(back.where).toMatchObject({ state: 'held', holder: { name: 'Otto Other' } })
  expect(refusal(await move(other, packet, 'in', { outside: 'x', condition: 'y' }))).toEqual([
    409,
    'packet-in',
  ])
  expect(await overdue()).toMatchObject({ total: 0 })
  const history = (await app.call(head, 'GET', `/api/matters/${quill}/history`)).json()
  expect(history.entries.map(({ label, told }: Record<string, string>) => [label, told])).toEqual([
    [
      'Packet: entry',
      expect.stringContaining('brought back, person A courier, holder Otto Other, place Strong room'),
    ],
    [
      'Packet: entry',
      expect.stringContaining('out, person Registry of the Supreme Court, reason Filed for probate'),
    ],
    ['Put into a matter', expect.any(String)],
    ['Packet received', expect.stringContaining('1 original, person Wilhelmina Quill')],
    ['Matter created', expect.any(String)],
  ])
})

test('twenty originals are received without a statement for each', async () => {
  const quill = await matter()
  const scans = await Promise.all(['Deed of 1999', 'Deed of 2001'].map((title) => putIn(quill, title)))
  const statements = async (contents: object[]) => {
    const spy = vi.spyOn(PgDialect.prototype, 'sqlToQuery')
    const packet = await receive(quill, { originals: contents })
    const count = spy.mock.calls.length
    spy.mockRestore()
    expect(packet.originals).toBe(contents.length)
    return count
  }
  const scanned = scans.map(({ id }) => ({ documentId: id, receivedFrom: 'Ann' }))
  const few = await statements(scanned.slice(0, 1))
  // No statement for each of the nineteen others; jobs may run a few beside.
  expect(await statements([...scanned, ...Array<object>(18).fill(will)])).toBeLessThan(few + 15)
  const late = { matterId: quill, originals: [will, { ...will, receivedOn: inDays(2) }] }
  expect(refusal(await post(trustee, 'packets', late))).toEqual([400, 'invalid-input'])
  const stranger = await upload(app, trustee, { title: 'Of no matter' })
  const elsewhere = { matterId: quill, originals: [...scanned, { ...will, documentId: stranger.id }] }
  expect(refusal(await post(trustee, 'packets', elsewhere))).toEqual([409, 'paper-elsewhere'])
})

test('originals received together stand in the order in which they were entered', async () => {
  const titles = ['Will', 'Codicil', 'Probate', 'Deed', 'Letter', 'Inventory', 'Consent', 'Affidavit']
  const packet = await receive(await matter(), { originals: titles.map((title) => ({ ...will, title })) })
  expect((await read(packet)).contents.map(({ title }) => title)).toEqual(titles)
})

test('nobody but the holder hands it on; an administrator takes over from whoever was deactivated', async () => {
  const packet = await receive(await matter())
  const leaver = await app.person('trustee', { name: 'Lee Leaver' })
  for (const who of [other, admin])
    for (const [kind, body] of [
      ['handed', { holderId: who.id }],
      ['placed', { placeId: (await place(crypto.randomUUID())).id }],
      ['out', { outside: 'A', reason: 'B' }],
      ['sealed', { seal: 'E-1' }],
    ] as const)
      expect([kind, ...refusal(await move(who, packet, kind, body))]).toEqual([kind, 409, 'packet-not-yours'])
  expect(refusal(await move(trustee, packet, 'handed', { holderId: trustee.id }))).toEqual([
    400,
    'holder-same',
  ])
  expect(refusal(await move(trustee, packet, 'handed', { holderId: head.id }))).toEqual([400, 'holder-unfit'])
  expect(refusal(await move(admin, packet, 'taken_over', { reason: 'x' }))).toEqual([
    409,
    'packet-holder-here',
  ])
  await moved(trustee, packet, 'handed', { holderId: leaver.id })
  expect(refusal(await move(trustee, packet, 'handed', { holderId: other.id }))).toEqual([
    409,
    'packet-not-yours',
  ])
  const { db } = app.services.database
  await db.update(profiles).set({ deactivatedAt: new Date() }).where(eq(profiles.id, leaver.id))
  expect(refusal(await move(other, packet, 'taken_over', { reason: 'x' }))).toEqual([
    409,
    'packet-holder-here',
  ])
  expect((await read(packet, admin)).can).toMatchObject({ move: false, takeOver: true })
  const over = await moved(admin, packet, 'taken_over', { reason: 'Lee has left' })
  expect(over).toMatchObject({
    where: { holder: { name: 'Ada Admin' } },
    can: { move: true, takeOver: false },
  })
})

test('an entry is corrected by another one that names it, and what was recorded stays', async () => {
  const packet = await receive(await matter())
  const out = await moved(trustee, packet, 'out', {
    outside: 'Ann Quil',
    reason: 'To sign',
    expectedOn: inDays(3),
  })
  const wrong = out.entries[0]
  const correct = (as: Person, id: string | undefined, body: object) =>
    post(as, `packets/${packet.id}/movements/${id}/correct`, body)
  const body = { outside: 'Ann Quill', reason: 'To sign', expectedOn: inDays(5), why: 'Misspelt' }
  expect(refusal(await correct(other, wrong?.id, body))).toEqual([403, 'entry-not-yours'])
  const corrected = (await correct(trustee, wrong?.id, body)).json().packet as WholePacket
  expect(corrected.where).toMatchObject({
    outside: 'Ann Quill',
    expectedOn: inDays(5),
    since: out.where.since,
  })
  expect(corrected.entries).toMatchObject([
    { number: 3, corrects: 2, why: 'Misspelt', correctedBy: null },
    { number: 2, outside: 'Ann Quil', correctedBy: 3 },
    { number: 1 },
  ])
  expect(refusal(await correct(trustee, wrong?.id, body))).toEqual([409, 'entry-corrected'])
  // Taken back: it is where it was before.
  const never = { ...body, never: true, why: 'It was another packet' }
  const first = corrected.entries.at(-1)?.id
  expect(refusal(await correct(trustee, first, never))).toEqual([409, 'entry-stands'])
  const taken = (await correct(trustee, corrected.entries[0]?.id, never)).json().packet as WholePacket
  expect(taken).toMatchObject({
    where: { state: 'held', holder: { name: 'Tess Trustee' } },
    can: { move: true },
  })
  // An entry that others follow cannot be taken back, only its words corrected.
  await moved(trustee, packet, 'handed', { holderId: other.id })
  const hand = (await moved(other, packet, 'handed', { holderId: trustee.id })).entries[1]
  expect(refusal(await correct(trustee, hand?.id, { ...never }))).toEqual([409, 'entry-stands'])
  const words = await correct(trustee, hand?.id, { holderId: admin.id, reason: 'x', why: 'It was Ada' })
  expect(words.json().packet.where.holder.name).toBe('Tess Trustee')
})

test('the database refuses to change, remove or back-date what was recorded', async () => {
  const packet = await receive(await matter())
  const { db } = app.services.database
  const [entry] = await db.select().from(movements).where(eq(movements.packetId, packet.id))
  if (!entry) throw new Error('No entry')
  const { id: _, ...values } = entry
  const earlier = { ...values, number: 2, kind: 'placed' as const, at: new Date(entry.at.getTime() - 1) }
  for (const tried of [
    () => db.update(movements).set({ outside: 'x' }).where(eq(movements.id, entry.id)),
    () => db.delete(movements).where(eq(movements.id, entry.id)),
    () => db.insert(movements).values(earlier),
    () => db.insert(movements).values({ ...values, number: 1 }),
    () => db.update(packets).set({ matterId: crypto.randomUUID() }).where(eq(packets.id, packet.id)),
    () => db.delete(packets).where(eq(packets.id, packet.id)),
    () => db.delete(originals).where(eq(originals.packetId, packet.id)),
    () => db.execute(sql`truncate movements cascade`),
  ])
    await expect(tried()).rejects.toThrow()
  expect((await read(packet)).entries).toHaveLength(1)
})

test('originals: an electronic one with its hash, one seen itself, one moved to a packet of its own', async () => {
  const quill = await matter()
  const scan = await putIn(quill, 'Codicil of 2010')
  const box = await place('21')
  const packet = await receive(quill, {
    placeId: box.id,
    originals: [will, { kind: 'electronic', documentId: scan.id, receivedFrom: 'Otto Other' }],
  })
  const electronic = packet.contents.find(({ kind }) => kind === 'electronic') as Original
  expect(electronic).toMatchObject({ sha256: scan.sha256, document: { title: 'Codicil of 2010' } })
  const [paper] = packet.contents.filter(({ kind }) => kind === 'paper')
  const seen = await moved(other, packet, 'sighted', { originalId: paper?.id, condition: 'Two staple holes' })
  expect(seen.contents.find(({ id }) => id === paper?.id)?.sighted).toMatchObject({ by: 'Otto Other' })
  const url = `packets/${packet.id}/originals/${paper?.id}`
  expect(refusal(await post(other, `${url}/move`, { reason: 'Lent alone' }))).toEqual([
    409,
    'packet-not-yours',
  ])
  const answer = await post(trustee, `${url}/move`, { reason: 'Lent alone', seal: 'E-9' })
  const split = await read({ id: answer.json().packetId })
  expect(split).toMatchObject({
    seal: 'E-9',
    where: { holder: { name: 'Tess Trustee' }, place: { position: '21' } },
    contents: [{ id: paper?.id, sighted: { by: 'Otto Other' } }],
    entries: [{ kind: 'original_moved', otherPacket: { number: packet.number } }, { kind: 'received' }],
  })
  expect((await read(packet)).entries[0]).toMatchObject({
    kind: 'original_moved',
    otherPacket: { id: split.id },
  })
  expect((await read(packet)).originals).toBe(1)
  // Photographs belong to the original, wherever it is.
  const picture = await putIn(quill, 'Staples of the will')
  const paperOf = { kind: 'photograph', documentId: picture.id, of: paper?.id }
  const shown = await made<{ packet: WholePacket }>(trustee, `packets/${split.id}/papers`, paperOf)
  expect(shown.packet.contents[0]?.photographs).toMatchObject([
    { document: { title: 'Staples of the will' } },
  ])
  const elsewhere = await upload(app, trustee, { title: 'Of no matter' })
  expect(
    refusal(await post(trustee, `packets/${split.id}/papers`, { ...paperOf, documentId: elsewhere.id })),
  ).toEqual([409, 'paper-elsewhere'])
  for (const { id } of [scan, picture])
    expect(refusal(await app.call(trustee, 'DELETE', `/api/documents/${id}`))).toEqual([409, 'custody-keeps'])
  const { contents } = shown.packet
  const change = { title: 'Will of 2004', receivedFrom: 'Ann', updatedAt: contents[0]?.updatedAt }
  const put = (body: object) =>
    app.call(trustee, 'PUT', `/api/packets/${split.id}/originals/${paper?.id}`, body)
  expect((await put(change)).json().packet.contents[0]).toMatchObject({ title: 'Will of 2004', pages: null })
  expect(refusal(await put(change))).toEqual([409, 'original-changed'])
})

test('a packet is seen through its matter, and an owner learns of an original only that it is kept', async () => {
  const owner = await app.person('requestor', { name: 'Olive Owner' })
  const reader = await app.person('requestor')
  const document = await upload(app, owner, { title: 'Deed of Olive' })
  const mine = await matter()
  await post(trustee, `matters/${mine}/documents`, { documentIds: [document.id] })
  const packet = await receive(mine, {
    originals: [{ documentId: document.id, receivedFrom: 'Olive Owner' }],
  })
  const theirs = await receive(await matter({ organizationId: firm }))
  await post(trustee, `documents/${document.id}/access`, { email: reader.email })
  const of = async (as: Person) =>
    (await app.call(as, 'GET', `/api/documents/${document.id}/originals`)).json()
  expect((await of(trustee)).originals).toMatchObject([{ state: 'held', packet: { number: packet.number } }])
  expect((await of(owner)).originals).toMatchObject([{ state: 'held', packet: null }])
  expect(JSON.stringify(await of(owner))).not.toContain('Tess')
  expect((await of(reader)).originals).toEqual([])
  // Since when it is where it is does not change by a correction.
  app.shift(dayMs)
  const hand = await moved(trustee, packet, 'out', { outside: 'Ann Quil', reason: 'To sign' })
  app.shift(dayMs)
  const words = { outside: 'Ann Quill', reason: 'To sign', why: 'Misspelt' }
  await made(trustee, `packets/${packet.id}/movements/${hand.entries[0]?.id}/correct`, words)
  expect((await of(owner)).originals).toMatchObject([{ state: 'given_back', since: hand.where.since }])
  for (const [who, id, status] of [
    [head, theirs.id, 200],
    [head, packet.id, 404],
    [owner, packet.id, 403],
    [reader, packet.id, 403],
  ] as const)
    expect((await app.call(who, 'GET', `/api/packets/${id}`)).statusCode).toBe(status)
  const listed = (await app.call(head, 'GET', '/api/packets?limit=100')).json().packets as Packet[]
  expect(listed.map(({ id }) => id)).toContain(theirs.id)
  expect(listed.map(({ id }) => id)).not.toContain(packet.id)
  expect((await move(head, theirs, 'sighted')).statusCode).toBe(403)
  const newcomer = await app.person('trustee', { confirmedAt: null })
  expect((await move(newcomer, packet, 'sighted')).statusCode).toBe(404)
  expect((await app.call(newcomer, 'GET', '/api/packets')).json().packets).toEqual([])
  const found = (text: string, as = trustee) =>
    app.call(as, 'GET', `/api/packets/by-number?number=${encodeURIComponent(text)}`)
  expect((await found(`https://deedbox.example/custody/packets/${packet.number}`)).json()).toEqual({
    packetId: packet.id,
  })
  expect((await found(packet.number, head)).statusCode).toBe(404)
})

test('places are listed, found by what lies there, and retired when empty', async () => {
  const box = await place('99')
  expect(
    refusal(await post(other, 'places', { place: 'strong ROOM', safe: '2', shelf: 'b', position: '99' })),
  ).toEqual([409, 'place-exists'])
  const packet = await receive(await matter(), { placeId: box.id })
  const retire = (retired: boolean) => post(trustee, `places/${box.id}/retire`, { retired })
  expect(refusal(await retire(true))).toEqual([409, 'place-used'])
  const lying = async () => (await app.call(trustee, 'GET', `/api/packets?place=${box.id}`)).json().total
  expect(await lying()).toBe(1)
  await moved(trustee, packet, 'placed', { placeId: (await place('100')).id })
  expect(await lying()).toBe(0)
  expect((await retire(true)).json().place.retiredAt).not.toBeNull()
  expect(refusal(await move(trustee, packet, 'placed', { placeId: box.id }))).toEqual([409, 'place-retired'])
  expect((await retire(false)).json().place.retiredAt).toBeNull()
})

test('two who hand it on at once: one does, and the other is told', async () => {
  const packet = await receive(await matter())
  const answers = await Promise.all(
    [other, admin].map(({ id }) => move(trustee, packet, 'handed', { holderId: id })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect((await read(packet)).entries).toHaveLength(2)
})

test('under any order of movements by several people a packet is in one place, in one hand, and listed there', async () => {
  const people = [trustee, other, admin]
  const spots = [await place('a'), await place('b')]
  const someone = fc.nat(2)
  const act = fc.record({
    kind: fc.constantFrom('placed', 'handed', 'out', 'in', 'sighted', 'taken_over', 'undo'),
    by: someone,
    to: someone,
    at: fc.nat(1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 14 }), async (acts) => {
      const packet = await receive(await matter())
      // The oracle: a stack of where it was, each with who did it.
      type Spot = { holder: number | null; place: string | null; by: number }
      const stack: Spot[] = [{ holder: 0, place: null, by: 0 }]
      for (const { kind, by, to, at } of acts) {
        const as = people[by] as Person
        const now = stack.at(-1) as Spot
        if (kind === 'undo') {
          const { entries } = await read(packet, as)
          const last = entries.find((one) => one.correctedBy === null && !one.never && one.kind !== 'sighted')
          const answer = await post(as, `packets/${packet.id}/movements/${last?.id}/correct`, {
            never: true,
            why: 'x',
          })
          const may = stack.length > 1 && (now.by === by || by === 2)
          expect(answer.statusCode === 201).toBe(may)
          if (may) stack.pop()
          continue
        }
        const fields: Record<string, object> = {
          placed: { placeId: spots[at]?.id },
          handed: { holderId: people[to]?.id },
          out: { outside: 'A bank', reason: 'To be copied' },
          in: { outside: 'A courier', condition: 'Good' },
          taken_over: { reason: 'Away' },
        }
        const answer = await move(as, packet, kind, fields[kind])
        const may =
          kind === 'in'
            ? now.holder === null
            : kind === 'sighted'
              ? now.holder !== null
              : now.holder === by && kind !== 'taken_over' && (kind !== 'handed' || to !== by)
        expect([kind, by, answer.statusCode === 201]).toEqual([kind, by, may])
        if (!may || kind === 'sighted') continue
        if (kind === 'placed') stack.push({ holder: by, place: spots[at]?.id ?? null, by })
        if (kind === 'handed') stack.push({ holder: to, place: null, by })
        if (kind === 'out') stack.push({ holder: null, place: null, by })
        if (kind === 'in') stack.push({ holder: by, place: null, by })
      }
      const now = stack.at(-1) as Spot
      const holder = now.holder === null ? null : people[now.holder]?.id
      const { where, matter: of } = await read(packet)
      expect([where.holder?.id ?? null, where.place?.id ?? null]).toEqual([holder, now.place])
      const list = async (filter: string) =>
        (await app.call(trustee, 'GET', `/api/packets?matter=${of.id}&${filter}`)).json().total
      expect(
        await list(now.holder === null ? 'packetState=given_back' : `packetState=held&holder=${holder}`),
      ).toBe(1)
      for (const { id } of people) if (id !== holder) expect(await list(`holder=${id}`)).toBe(0)
      for (const { id } of spots) expect(await list(`place=${id}`)).toBe(id === now.place ? 1 : 0)
    }),
    { numRuns: 8 },
  )
})
