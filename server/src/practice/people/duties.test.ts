import type { WholePacket } from '@deedbox/contract/custody.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import type { DutyKind } from '@deedbox/contract/people-terms.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { movements, packets } from '../../db/tables/custody.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import { matterShares, matters } from '../../db/tables/matters.ts'
import { ownerContactRequests } from '../../db/tables/requests.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'

let smtp: TestSmtp
let app: TestApp
let admin: Person
beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url })
  admin = await app.person('admin', { name: 'Ada Admin' })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

type Part = { kind: DutyKind; email: string; ids?: string[] }
const none = { matters: 0, documents: 0, packets: 0, requests: 0, grants: 0, shares: 0, dates: 0 }
const path = (of: Person) => `/api/users/${of.id}/hand-over`
const hand = (of: Person, parts: Part[], reason = 'Left the practice', as = admin) =>
  app.call(as, 'POST', path(of), { parts, reason })
const counts = async (of: Person) => (await app.call(admin, 'GET', path(of))).json().counts
const rows = async (of: Person, kind: DutyKind, more = '') =>
  (await app.call(admin, 'GET', `${path(of)}/rows?kind=${kind}${more}`)).json<{
    rows: { id: string; name: string; detail: string }[]
    total: number
    nextCursor: string | null
  }>()
const deactivate = async (of: Person) =>
  expect((await app.call(admin, 'POST', `/api/users/${of.id}/deactivate`)).statusCode).toBe(200)
async function made<T>(as: Person, url: string, body: object): Promise<T> {
  const answer = await app.call(as, 'POST', `/api/${url}`, body)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}
const newest = async (event: string) => {
  const [row] = await app.services.database.db
    .select()
    .from(auditEvents)
    .where(sql`${auditEvents.event} = ${event}`)
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return row
}

/** A trustee with one or two of each kind. */
async function busy(name: string) {
  const person = await app.person('trustee', { name })
  const guest = await app.person('guest')
  const matter = async (called: string) =>
    (
      await made<{ matter: Matter }>(person, 'matters', {
        ...{ name: called, kind: 'estate', responsibleId: person.id },
      })
    ).matter
  const [first, second] = [await matter(`${name} A`), await matter(`${name} B`)]
  const will = await upload(app, person, { title: 'A will' })
  const deed = await upload(app, person, { title: 'B deed' })
  await made(person, `matters/${first.id}/documents`, { documentIds: [will.id] })
  await made(person, `documents/${deed.id}/access`, { email: guest.email })
  await made(person, `matters/${first.id}/shares`, {
    recipients: [{ email: guest.email }],
    later: true,
    expiresOn: new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10),
  })
  const packet = async (matterId: string) =>
    (
      await made<{ packet: WholePacket }>(person, 'packets', {
        matterId,
        originals: [{ title: 'Will of 2003', receivedFrom: 'Wilhelmina Quill', pages: 7 }],
      })
    ).packet
  const held = [await packet(first.id), await packet(second.id)]
  await made(person, 'due-dates', {
    ...{ matterId: first.id, kind: 'other', title: 'Vesting', dueOn: '2030-01-01', emails: [person.email] },
  })
  const [asked] = await app.services.database.db
    .insert(ownerContactRequests)
    .values({
      ...{ requesterEmail: guest.email, requesterUserId: guest.id, requesterName: 'Gus Guest' },
      ...{ ownerEmail: 'owner@example.com', message: 'Please', status: 'claimed' as const },
      ...{ claimedBy: person.id, claimedByName: name, claimedAt: new Date(), createdAt: new Date() },
    })
    .returning()
  return { person, guest, first, second, will, deed, held, asked }
}

test('each kind goes to the person chosen for it, with its events, and nothing is left', async () => {
  const { person, guest, first, second, will, deed, held, asked } = await busy('Lea Leaving')
  const tess = await app.person('trustee', { name: 'Tess Taker' })
  const otto = await app.person('trustee', { name: 'Otto Other' })
  expect(await counts(person)).toEqual({
    ...{ matters: 2, documents: 2, packets: 2, requests: 1, grants: 2, shares: 1, dates: 1 },
  })
  const page = await rows(person, 'matters', '&limit=1')
  expect(page).toMatchObject({ total: 2, rows: [{ id: first.id, name: 'Lea Leaving A' }] })
  expect((await rows(person, 'matters', `&limit=1&cursor=${page.nextCursor}`)).rows).toMatchObject([
    { id: second.id },
  ])
  for (const [kind, name, detail] of [
    ['documents', 'A will', ''],
    ['packets', held[0]?.number, 'Lea Leaving A'],
    ['requests', 'Gus Guest', 'owner@example.com'],
    ['shares', guest.email, 'Lea Leaving A'],
    ['dates', 'Vesting', '2030-01-01'],
  ] as const)
    expect((await rows(person, kind)).rows[0], kind).toMatchObject({ name, detail })
  expect((await rows(person, 'grants')).rows.map(({ detail }) => detail).sort()).toEqual(['A will', 'B deed'])

  const early = await hand(person, [{ kind: 'packets', email: tess.email }])
  expect(refusal(early)).toEqual([409, 'hand-over-holder'])
  await deactivate(person)
  const answer = await hand(person, [
    { kind: 'matters', email: otto.email },
    { kind: 'matters', email: tess.email, ids: [first.id] },
    { kind: 'documents', email: tess.email },
    { kind: 'packets', email: admin.email },
    ...(['requests', 'grants', 'shares', 'dates'] as const).map((kind) => ({ kind, email: otto.email })),
  ])
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { handed: { matters: 2, documents: 2, packets: 2, requests: 1, grants: 2, shares: 1, dates: 1 } },
  ])
  expect(await counts(person)).toEqual(none)

  const { db } = app.services.database
  const responsible = await db.select().from(matters).where(eq(matters.responsibleId, tess.id))
  expect(responsible.map(({ id }) => id)).toEqual([first.id])
  expect(await db.$count(matters, eq(matters.responsibleId, otto.id))).toBe(1)
  expect(await db.$count(documents, eq(documents.ownerId, tess.id))).toBe(2)
  const [request] = await db
    .select()
    .from(ownerContactRequests)
    .where(eq(ownerContactRequests.id, asked?.id ?? ''))
  expect(request).toMatchObject({ claimedBy: otto.id, claimedByName: 'Otto Other', status: 'claimed' })
  const given = await db.select().from(documentAccess).where(eq(documentAccess.grantedBy, otto.id))
  expect(given.map(({ documentId, status }) => [documentId, status]).sort()).toEqual(
    [
      [will.id, 'active'],
      [deed.id, 'active'],
    ].sort(),
  )
  expect(await db.$count(matterShares, eq(matterShares.givenBy, otto.id))).toBe(1)
  const [date] = await db
    .select({ who: dueDatePeople.userId, changed: dueDates.updatedAt, made: dueDates.createdAt })
    .from(dueDatePeople)
    .innerJoin(dueDates, eq(dueDates.id, dueDatePeople.dueDateId))
    .where(eq(dueDates.matterId, first.id))
  expect(date?.who).toBe(otto.id)
  expect(Number(date?.changed)).toBeGreaterThan(Number(date?.made))

  for (const { id } of held) {
    const { packet } = (await app.call(admin, 'GET', `/api/packets/${id}`)).json<{ packet: WholePacket }>()
    expect(packet.where).toMatchObject({ state: 'held', holder: { name: 'Ada Admin' } })
    expect(packet.entries.map(({ kind }) => kind).sort()).toEqual(['received', 'taken_over'])
    expect(packet.entries.find(({ kind }) => kind === 'taken_over')).toMatchObject({
      reason: 'Left the practice',
      by: { name: 'Ada Admin' },
    })
  }
  // The new holder hands it on by the usual call.
  const on = { kind: 'handed', holderId: tess.id }
  await made(admin, `packets/${held[0]?.id}/movements`, on)

  for (const [event, subject] of [
    ['matter_changed', null],
    ['document_handed_over', tess.email],
    ['matter_packet_entry', null],
    ['owner_request_handed_over', guest.email],
    ['access_handed_over', guest.email],
    ['matter_share_handed_over', guest.email],
    ['matter_date_handed_over', null],
  ] as const)
    expect(await newest(event), event).toMatchObject({ actorId: admin.id, subjectEmail: subject })

  const mails = [
    await smtp.next(({ deliveredTo }) => deliveredTo === tess.email),
    await smtp.next(({ deliveredTo }) => deliveredTo === otto.email),
  ]
  expect(mails.map(({ subject }) => subject)).toEqual([
    '1 matter and 2 documents of Lea Leaving handed over to you',
    '1 matter, 1 owner request, 2 grants, 1 share of a matter and 1 date of Lea Leaving handed over to you',
  ])
  const again = await hand(person, [{ kind: 'matters', email: tess.email }])
  expect(refusal(again)).toEqual([409, 'hand-over-nothing'])
})

test('what is not chosen stays, unfit people are refused, and nothing is half done', async () => {
  const { person, first, second, will, deed, held } = await busy('Sam Selective')
  const tess = await app.person('trustee', { name: 'Tess Second' })
  const all = await counts(person)
  const unfit = [
    await app.person('trustee', { confirmedAt: null }),
    await app.person('trustee', { deactivatedAt: new Date() }),
    await app.person('requestor'),
    person,
    { email: 'nobody@example.com' },
  ]
  for (const { email } of unfit) {
    // A fit part before it does not happen either.
    const parts: Part[] = [
      { kind: 'matters', email: tess.email },
      { kind: 'dates', email },
    ]
    expect(refusal(await hand(person, parts)), email).toEqual([409, 'hand-over-keeper'])
  }
  const toAdmin: Part[] = [
    { kind: 'matters', email: tess.email },
    { kind: 'documents', email: admin.email },
  ]
  expect(refusal(await hand(person, toAdmin))).toEqual([409, 'hand-over-trustee'])
  for (const as of [tess, await app.person('requestor'), await app.person('b2b_admin')])
    expect(refusal(await hand(person, [{ kind: 'matters', email: tess.email }], '', as))).toEqual([
      403,
      'not-allowed',
    ])
  expect(refusal(await app.call(tess, 'GET', path(person)))).toEqual([403, 'not-allowed'])
  expect(refusal(await app.call(tess, 'GET', `${path(person)}/rows?kind=matters`))).toEqual([
    403,
    'not-allowed',
  ])
  expect(refusal(await hand(admin, [{ kind: 'matters', email: tess.email }]))).toEqual([403, 'hand-over-own'])
  expect(await counts(person)).toEqual(all)

  const strange = crypto.randomUUID()
  const wrong: Part[] = [
    { kind: 'matters', email: tess.email, ids: [second.id] },
    { kind: 'documents', email: tess.email, ids: [will.id, strange] },
  ]
  expect(refusal(await hand(person, wrong))).toEqual([409, 'hand-over-gone'])
  expect(await counts(person)).toEqual(all)

  await deactivate(person)
  const packet = held[0]?.id ?? ''
  const chosen: Part[] = [
    { kind: 'packets', email: tess.email, ids: [packet] },
    { kind: 'documents', email: tess.email, ids: [deed.id] },
  ]
  expect(refusal(await hand(person, chosen, ''))).toEqual([400, 'hand-over-reason'])
  expect((await hand(person, chosen)).json()).toEqual({ handed: { ...none, packets: 1, documents: 1 } })
  expect(await counts(person)).toEqual({ ...all, packets: 1, documents: 1 })
  expect((await rows(person, 'documents')).rows.map(({ id }) => id)).toEqual([will.id])

  // Things of an organisation that has left are locked, and a packet that is out is in nobody's hand.
  const { db } = app.services.database
  const long = new Date(Date.now() - 400 * dayMs)
  const [firm] = await db
    .insert(organizations)
    .values({ name: 'Gone & Co', createdAt: long, leavingFrom: long })
    .returning()
  await db.update(matters).set({ organizationId: firm?.id }).where(eq(matters.id, first.id))
  expect(await counts(person)).toMatchObject({ matters: 1, shares: 0, dates: 0 })
  await hand(person, [{ kind: 'matters', email: tess.email }])
  const [locked] = await db.select().from(matters).where(eq(matters.id, first.id))
  expect(locked?.responsibleId).toBe(person.id)
})

test('two administrators who hand over at once do it once', async () => {
  const { person, held } = await busy('Tina Twice')
  const tess = await app.person('trustee')
  const other = await app.person('admin')
  await deactivate(person)
  const parts: Part[] = [
    { kind: 'packets', email: tess.email },
    { kind: 'matters', email: tess.email },
  ]
  const answers = await Promise.all([hand(person, parts), hand(person, parts, 'Left', other)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const { db } = app.services.database
  for (const { id } of held) {
    expect(await db.$count(movements, eq(movements.packetId, id))).toBe(2)
    const [packet] = await db.select().from(packets).where(eq(packets.id, id))
    const [last] = await db
      .select()
      .from(movements)
      .where(eq(movements.id, packet?.standingId ?? ''))
    expect(last).toMatchObject({ kind: 'taken_over', holderId: tess.id, number: 2 })
  }
})
