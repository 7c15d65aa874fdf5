import type { getDashboard, getTrusteeDashboard } from '@deedbox/contract/dashboards.ts'
import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import type { Document } from '@deedbox/contract/documents.ts'
import { daysAfter, daysBefore } from '@deedbox/contract/durations.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { Grant } from '@deedbox/contract/grants.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { expireGrants } from '../../sharing/grants/grants.jobs.ts'
import { pdfOf, refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { monthsFrom } from './months.ts'

type Own = SchemaOutput<typeof getDashboard.response>
type Trustee = SchemaOutput<typeof getTrusteeDashboard.response>

const zone = 'Australia/Sydney'
let app: TestApp
let boss: Person
let admin: Person
let newcomer: Person
let lawyer: Person
let visitor: Person
const documents = new Map<string, Document>()
const grants = new Map<string, Grant>()

const now = () => new Date(Date.now() + app.services.clock.shiftMs)
const inDays = (days: number) => addDays(dayOf(now(), zone), days)
async function get<T>(as: Person, url: string): Promise<T> {
  const answer = await app.call(as, 'GET', url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const own = (as: Person) => get<Own>(as, '/api/dashboard')
const whole = (as: Person, query = '') => get<Trustee>(as, `/api/dashboard/trustee${query}`)

async function store(as: Person, title: string, expiryDate?: string) {
  const content = await pdfOf(title)
  documents.set(
    title,
    await upload(app, as, { title, fileName: 'deed.pdf', ...(expiryDate && { expiryDate }) }, content),
  )
}
const idOf = (title: string) => documents.get(title)?.id ?? ''

async function share(as: Person, title: string, with_: Person, expiresOn: string | null) {
  const body = { email: with_.email, expiresOn }
  const answer = await app.call(as, 'POST', `/api/documents/${idOf(title)}/access`, body)
  expect(answer.statusCode, answer.body).toBe(201)
  const { grant } = answer.json<{ grant: Grant }>()
  grants.set(`${title} ${with_.email}`, grant)
}
const change = (title: string, who: Person, set: Partial<typeof documentAccess.$inferInsert>) =>
  app.services.database.db
    .update(documentAccess)
    .set(set)
    .where(eq(documentAccess.id, grants.get(`${title} ${who.email}`)?.id ?? ''))

/** A practice: six documents, four grants of which one is long-term and one has expired, three requests, two readings. */
beforeAll(async () => {
  app = await startTestApp({ TIME_ZONE: zone })
  const organizationId = crypto.randomUUID()
  await app.services.database.db
    .insert(organizations)
    .values({ id: organizationId, name: 'Hartley & Lowe', createdAt: now() })
  boss = await app.person('trustee', { name: 'Tess Trustee' })
  admin = await app.person('admin')
  newcomer = await app.person('trustee', { confirmedAt: null })
  lawyer = await app.person('requestor', { organizationId })
  visitor = await app.person('guest')
  await app.services.database.db.insert(mailMessages).values({
    kind: 'document_shared',
    recipient: 'x@example.com',
    data: {},
    status: 'failed',
    createdAt: now(),
  })

  await store(boss, 'Will of A', inDays(10))
  await store(boss, 'Will of B', inDays(200))
  await store(boss, 'Deed of Cartwright')
  await store(boss, 'Deed of D')
  await store(lawyer, 'Deed of E', inDays(-10))
  await store(newcomer, 'Deed of F', inDays(30))
  await share(boss, 'Will of A', visitor, inDays(90))
  await share(boss, 'Will of A', lawyer, inDays(5))
  await share(boss, 'Will of B', lawyer, null)
  await share(newcomer, 'Deed of F', visitor, inDays(1))
  await change('Will of B', lawyer, { grantedAt: daysBefore(now(), 361) })
  await change('Will of A', lawyer, {
    expiresAt: new Date(now().getTime() - 1_000),
    autoRevokeDate: new Date(now().getTime() - 1_000),
  })
  const ask = (as: Person, documentName: string, documentId: string | null = null) =>
    app.call(as, 'POST', '/api/requests', { documentName, documentId, clientEmail: 'c@example.com' })
  for (const asked of [
    await ask(lawyer, 'Deed of Cartwright', idOf('Deed of Cartwright')),
    await ask(lawyer, 'Deed of F', idOf('Deed of F')),
    await ask(lawyer, 'Something unheard of'),
  ])
    expect(asked.statusCode, asked.body).toBe(201)
  await app.services.database.query(
    "update access_requests set created_at = created_at - interval '3 days' where document_id is null",
  )
  // Opened once, two pages turned, then downloaded.
  await app.call(visitor, 'GET', `/api/documents/${idOf('Will of A')}/pages`)
  await app.call(visitor, 'GET', `/api/documents/${idOf('Will of A')}/pages/1`)
  await app.call(visitor, 'GET', `/api/documents/${idOf('Will of A')}/pages/1`)
  await app.call(visitor, 'GET', `/api/documents/${idOf('Will of A')}/content`)
})
afterAll(() => app.stop())

describe('/dashboard', () => {
  test('a confirmed trustee and an administrator see the figures of everything', async () => {
    const everything = { documents: 6, expiringSoon: 2, activeAccess: 3, pendingRequests: 3 }
    expect(await own(boss)).toMatchObject({
      ...everything,
      own: 4,
      system: null,
      organizationUsers: null,
      recentAccess: [],
    })
    expect(await own(admin)).toMatchObject({
      ...everything,
      own: 0,
      system: { users: 5, organizations: 1, unconfirmedTrustees: 1, failedMails: 1, unrecordedFiles: 0 },
      organizationUsers: null,
    })
  })

  test('an unconfirmed trustee sees the figures of their own', async () => {
    expect(await own(newcomer)).toMatchObject({
      documents: 1,
      own: 1,
      expiringSoon: 1,
      activeAccess: 1,
      pendingRequests: 1,
      system: null,
    })
  })

  test('a requestor and a guest see their own, with their latest access', async () => {
    const requestor = await own(lawyer)
    expect(requestor).toMatchObject({ documents: 2, own: 1, expiringSoon: 0, activeAccess: 1 })
    expect(requestor.pendingRequests).toBe(3)
    expect(requestor.recentAccess.map(({ documentTitle, longTerm }) => [documentTitle, longTerm])).toEqual([
      ['Will of B', true],
    ])
    const guest = await own(visitor)
    expect(guest).toMatchObject({ documents: 2, own: 0, expiringSoon: 2, activeAccess: 2 })
    expect(guest.recentAccess.map(({ documentTitle }) => documentTitle)).toEqual(['Deed of F', 'Will of A'])
  })

  test('people with access see how much of it ends within 30 days, apart from the documents’ expiry dates', async () => {
    expect((await own(lawyer)).endingSoon).toBe(0)
    const guest = await own(visitor)
    // One ends tomorrow, one in 90 days; both documents expire within 30.
    expect([guest.expiringSoon, guest.endingSoon]).toEqual([2, 1])
    expect(guest.endingAccess.map(({ documentTitle }) => documentTitle)).toEqual(['Deed of F', 'Will of A'])
    for (const person of [boss, admin, newcomer])
      expect(await own(person)).toMatchObject({ endingSoon: 0, endingAccess: [] })

    // The 30th day counts, as its badge does; the 31st does not.
    const other = await app.person('requestor')
    for (const [title, days] of [
      ['Deed of D', 30],
      ['Deed of Cartwright', 31],
    ] as const)
      await share(boss, title, other, inDays(days))
    expect(await own(other)).toMatchObject({ activeAccess: 2, endingSoon: 1, endingAccess: [] })
    for (const title of ['Deed of D', 'Deed of Cartwright']) await change(title, other, { status: 'revoked' })
    // Access of a guest ends with the account, even if a grant is longer.
    const leaving = await app.person('guest', {
      accessExpiresAt: daysAfter(now(), 20),
    })
    await share(boss, 'Will of B', leaving, inDays(300))
    expect(await own(leaving)).toMatchObject({ activeAccess: 1, endingSoon: 1 })
    const { documents: listed } = await get<{
      documents: { access: { endsAt: string; expiresAt: string } }[]
    }>(leaving, '/api/documents')
    expect(listed.map(({ access }) => dayOf(access.endsAt, zone))).toEqual([inDays(20)])
    expect(listed.map(({ access }) => dayOf(access.expiresAt, zone))).toEqual([inDays(300)])
    await change('Will of B', leaving, { status: 'revoked' })
  })

  test('an org admin counts the people of the organisation', async () => {
    const [organization] = await app.services.database.db.select().from(organizations)
    const head = await app.person('b2b_admin', { organizationId: organization?.id ?? null })
    expect(await own(head)).toMatchObject({ documents: 1, organizationUsers: 2, system: null })
    expect(await own(await app.person('b2b_admin'))).toMatchObject({ organizationUsers: 0 })
  })
})

describe('/dashboard/trustee', () => {
  test('has every part', async () => {
    const picture = await whole(boss)
    const sizes = [...documents.values()].reduce((sum, { fileSize }) => sum + fileSize, 0)
    expect(picture.statistics).toEqual({
      documents: 6,
      storageBytes: sizes,
      activeAccess: 3,
      pendingRequests: 3,
      expiringSoon: 2,
      expiredOpen: 1,
    })
    // Documents with an expiry come first, by it; then the newest upload.
    expect(picture.topDocuments.map(({ title }) => title)).toEqual([
      'Deed of E',
      'Will of A',
      'Deed of F',
      'Will of B',
      'Deed of D',
    ])
    expect(
      picture.pendingRequests.map(({ documentName, can }) => [documentName, can.decide, can.remind]),
    ).toEqual([
      // No other trustee is there to be reminded.
      ['Something unheard of', true, false],
      ['Deed of Cartwright', true, false],
      ['Deed of F', true, false],
    ])
    expect(picture.longTermAccess.map(({ documentTitle }) => documentTitle)).toEqual(['Will of B'])
    expect(picture.expiredAccess.map(({ documentTitle, status }) => [documentTitle, status])).toEqual([
      ['Will of A', 'expired'],
    ])
    const months = monthsFrom(inDays(0), 12).names
    expect(picture.expiriesByMonth.map(({ month }) => month)).toEqual(months)
    const sum = (pick: (month: Trustee['expiriesByMonth'][number]) => number) =>
      picture.expiriesByMonth.reduce((total, month) => total + pick(month), 0)
    expect(sum(({ documents }) => documents)).toBe(3)
    const at = (day: string) => picture.expiriesByMonth.find(({ month }) => month === day.slice(0, 7))
    expect(at(inDays(200))?.documents).toBe(1)
    expect(at(inDays(90))?.grants).toBeGreaterThanOrEqual(1)
    expect(picture.accessesByDay).toHaveLength(30)
    expect(picture.accessesByDay[0]?.day).toBe(inDays(-29))
    expect(picture.accessesByDay.at(-1)).toEqual({ day: inDays(0), viewed: 1, downloaded: 1 })
  })

  test('applies its filter to every figure', async () => {
    const wills = await whole(boss, '?search=will')
    expect(wills.statistics).toMatchObject({
      documents: 2,
      activeAccess: 2,
      pendingRequests: 0,
      expiringSoon: 1,
      expiredOpen: 1,
    })
    expect(wills.topDocuments.map(({ title }) => title)).toEqual(['Will of A', 'Will of B'])
    expect(wills.accessesByDay.at(-1)).toMatchObject({ viewed: 1, downloaded: 1 })
    const deeds = await whole(boss, '?search=cartwright')
    expect(deeds.statistics).toMatchObject({ documents: 1, activeAccess: 0, pendingRequests: 1 })
    expect(deeds.pendingRequests.map(({ documentName }) => documentName)).toEqual(['Deed of Cartwright'])
    expect([deeds.longTermAccess, deeds.expiredAccess]).toEqual([[], []])
    expect(deeds.accessesByDay.at(-1)).toMatchObject({ viewed: 0, downloaded: 0 })
    const his = await whole(boss, `?userEmail=${visitor.email}`)
    expect(his.statistics).toMatchObject({ documents: 2, activeAccess: 2, expiredOpen: 0 })
    const later = await whole(boss, `?expiryDateFrom=${inDays(20)}&expiryDateTo=${inDays(40)}`)
    expect(later.topDocuments.map(({ title }) => title)).toEqual(['Deed of F'])
  })

  test('covers only their own documents for an unconfirmed trustee', async () => {
    const picture = await whole(newcomer)
    expect(picture.statistics).toMatchObject({
      documents: 1,
      storageBytes: documents.get('Deed of F')?.fileSize,
      activeAccess: 1,
      pendingRequests: 1,
      expiredOpen: 0,
    })
    expect(picture.topDocuments.map(({ title }) => title)).toEqual(['Deed of F'])
    expect(picture.pendingRequests.map(({ documentName }) => documentName)).toEqual(['Deed of F'])
    expect(picture.accessesByDay.at(-1)).toMatchObject({ viewed: 0, downloaded: 0 })
    expect(JSON.stringify(picture)).not.toContain('Will')
  })

  test('is for those who handle documents', async () => {
    for (const person of [lawyer, visitor, await app.person('b2b_admin')])
      expect(refusal(await app.call(person, 'GET', '/api/dashboard/trustee'))).toEqual([403, 'not-allowed'])
    expect((await whole(admin)).statistics).toEqual((await whole(boss)).statistics)
  })

  test('expired access stays in its table once it is marked expired, and leaves the active ones', async () => {
    await expireGrants(app.services)
    const picture = await whole(boss)
    expect(picture.statistics).toMatchObject({ activeAccess: 3, expiredOpen: 0 })
    expect(picture.expiredAccess.map(({ documentTitle }) => documentTitle)).toEqual(['Will of A'])
  })
})
