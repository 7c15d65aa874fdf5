import { randomUUID } from 'node:crypto'
import { ending, expiring, queryOf, undeliveredMails } from '@deedbox/contract/counted-lists.ts'
import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { permissionsOf } from '@deedbox/contract/permissions.ts'
import type { getToday } from '@deedbox/contract/today.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations, organizations, sessions } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { enquiries } from '../../db/tables/enquiries.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { factors } from '../../db/tables/sign-in.ts'
import { healthNow, healthSamples } from '../../db/tables/system.ts'
import { rowOf, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

type Today = SchemaOutput<typeof getToday.response>
let app: TestApp
let today: string
const organizationId = randomUUID()
const people = {} as Record<
  'trustee' | 'newcomer' | 'admin' | 'manager' | 'asker' | 'guest' | 'leaving',
  Person
>

beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.services.database
  const now = Date.now()
  const ago = (days: number) => new Date(now - days * dayMs - 60_000)
  today = dayOf(new Date(now), 'Australia/Sydney')
  await db.insert(organizations).values({ id: organizationId, name: 'Lowe', createdAt: ago(9) })
  people.trustee = await app.person('trustee', { name: 'Tess Trustee' })
  people.newcomer = await app.person('trustee', { name: 'Nora New', confirmedAt: null })
  people.admin = await app.person('admin')
  people.manager = await app.person('b2b_admin', { organizationId })
  people.asker = await app.person('requestor', { organizationId })
  people.guest = await app.person('guest')
  people.leaving = await app.person('guest', { accessExpiresAt: new Date(now + 3 * dayMs) })
  const { trustee, newcomer, asker, guest, leaving } = people
  const place = (owner: Person, title: string, set: Partial<typeof documents.$inferInsert> = {}) =>
    rowOf(owner, { title, createdAt: ago(2), ...set })
  const placed = [
    place(trustee, 'Scanned', { status: 'pending', createdAt: ago(4) }),
    place(newcomer, 'Their scan', { status: 'pending', createdAt: ago(5) }),
    place(trustee, 'Next week', { expiryDate: addDays(today, 7) }),
    place(trustee, 'Later', { expiryDate: addDays(today, 8) }),
    place(trustee, 'Over', { expiryDate: addDays(today, -1) }),
    place(asker, 'Retainer', { expiryDate: today, organizationId, clientName: 'Petrov' }),
  ]
  await db.insert(documents).values(placed)
  const grant = (n: number, to: Person, days: number) => ({
    ...{ documentId: placed[n]?.id ?? '', userEmail: to.email, userName: 'Reader', grantedBy: trustee.id },
    ...{ grantedByName: 'Tess Trustee', grantedAt: ago(1), expiresAt: new Date(now + days * dayMs) },
  })
  await db
    .insert(documentAccess)
    .values([
      grant(0, asker, 2),
      grant(1, guest, 1),
      grant(2, guest, 20),
      grant(2, leaving, 1.5),
      grant(3, asker, -1),
    ])
  const mail = (sender: Person | null, status: 'failed' | 'sent', days: number, recipient: string) => ({
    ...{
      kind: 'document_shared',
      recipient,
      data: {},
      status,
      createdAt: ago(days),
      senderId: sender?.id ?? null,
    },
  })
  await db
    .insert(mailMessages)
    .values([
      mail(trustee, 'failed', 3, 'wrong@x.example'),
      mail(null, 'failed', 1, 'other@x.example'),
      mail(trustee, 'failed', 15, 'old@x.example'),
      mail(trustee, 'sent', 1, 'right@x.example'),
    ])
  const invitation = (by: Person, email: string, days: number, set = {}) => ({
    ...{ email, role: 'guest', invitedBy: by.id, invitedByName: 'Tess', createdAt: ago(days) },
    ...{ expiresAt: new Date(now + 9 * dayMs), ...set },
  })
  await db
    .insert(invitations)
    .values([
      invitation(trustee, 'slow@x.example', 8),
      invitation(trustee, 'fresh@x.example', 6),
      invitation(people.manager, 'team@x.example', 9, { organizationId }),
      invitation(trustee, 'came@x.example', 9, { status: 'accepted' }),
    ])
  await db.insert(enquiries).values({
    ...{
      formId: randomUUID(),
      name: 'Ann',
      email: 'a@x.example',
      phone: '',
      subject: 'A will',
      message: 'Hello',
    },
    createdAt: ago(0),
  })
  const at = ago(0)
  await db.insert(healthNow).values([
    { check: 'disk', at, state: 'warning', badSince: null, toldAt: null },
    { check: 'mail', at, state: 'good', badSince: null, toldAt: null },
  ])
  await db
    .insert(healthSamples)
    .values({ check: 'disk', at, state: 'warning', ms: 1, message: 'Nearly full.' })
})
afterAll(() => app.stop())

async function todayOf(as: Person): Promise<Today> {
  const answer = await app.call(as, 'GET', '/api/waiting/today')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
/** Each group with its number, and the titles of its rows. */
const groups = async (as: Person) =>
  (await todayOf(as)).groups.map(({ kind, total, items }) => [
    kind,
    total,
    ...items.map((item) => ('title' in item ? item.title : item.id)),
  ])

test('each role is told what waits for them, grouped by what to do, oldest or soonest first', async () => {
  const { trustee, newcomer, admin, manager, asker, guest, leaving } = people
  const request = await app.call(asker, 'POST', '/api/requests', {
    ...{ documentName: 'Deed', documentId: null, clientEmail: 'c@x.example' },
  })
  const asked = request.json().request.id
  const owner = await app.call(asker, 'POST', '/api/owner-requests', {
    ownerEmail: 'o@x.example',
    message: 'M',
  })
  const claimable = owner.json().request.id
  const everybody = [
    ['confirm', 2, 'Their scan', 'Scanned'],
    ['ending', 3, 'Their scan', 'Next week', 'Scanned'],
    ['expiring', 2, 'Retainer', 'Next week'],
  ]
  const [confirm, ends, expires] = everybody
  expect(await groups(trustee)).toEqual([
    ['decide', 1, asked],
    ['claim', 1, claimable],
    confirm,
    ['failed-mail', 1, 'wrong@x.example'],
    ends,
    expires,
    ['invitations', 1, 'slow@x.example'],
  ])
  expect(await groups(newcomer)).toEqual([
    ['confirm', 1, 'Their scan'],
    ['ending', 1, 'Their scan'],
  ])
  expect(await groups(admin)).toEqual([
    ['decide', 1, asked],
    ['trustees', 1, 'Nora New'],
    confirm,
    ['health', 1, ''],
    ['failed-mail', 2, 'wrong@x.example', 'other@x.example'],
    ends,
    expires,
    ['invitations', 2, 'team@x.example', 'slow@x.example'],
    ['enquiries', 1, 'A will'],
  ])
  const disk = (await todayOf(admin)).groups.find(({ kind }) => kind === 'health')?.items[0]
  expect(disk).toMatchObject({ id: 'disk', detail: 'Nearly full.' })
  expect(await groups(manager)).toEqual([
    ['expiring', 1, 'Retainer'],
    ['invitations', 1, 'team@x.example'],
  ])
  expect(await groups(asker)).toEqual([
    ['ending', 1, 'Scanned'],
    ['expiring', 1, 'Retainer'],
  ])
  expect(await groups(guest)).toEqual([['ending', 1, 'Their scan']])
  expect(await groups(leaving)).toEqual([['account', 1, '']])
})

test('what ends soon is as many as the lists that it leads to', async () => {
  for (const [person, role] of [
    [people.trustee, 'trustee'],
    [people.asker, 'requestor'],
    [people.guest, 'guest'],
  ] as const) {
    const { groups } = await todayOf(person)
    const of = (kind: string) => groups.find((group) => group.kind === kind)?.total ?? 0
    const { endsDays } = limits.today
    const ends = queryOf(ending({ permissions: permissionsOf(role) }, today, endsDays))
    const access = await app.call(person, 'GET', `/api/access?${ends}`)
    expect([role, access.json().total]).toEqual([role, of('ending')])
    if (role === 'guest') continue
    const expires = queryOf(expiring(today, endsDays, role === 'requestor' ? { owner: 'me' } : {}))
    expect((await app.call(person, 'GET', `/api/documents?${expires}`)).json().total).toBe(of('expiring'))
  }
})

test('undelivered emails and documents to confirm are as many as their lists, for everybody', async () => {
  for (const [name, person] of Object.entries(people)) {
    const { groups } = await todayOf(person)
    const total = async (path: string) => (await app.call(person, 'GET', path)).json().total
    const failed = await total(`/api/mails?${queryOf(undeliveredMails({ permissions: [] }))}`)
    expect([name, groups.find(({ kind }) => kind === 'failed-mail')?.total ?? 0]).toEqual([name, failed])
    const confirm = groups.find(({ kind }) => kind === 'confirm')
    if (confirm) expect([name, confirm.total]).toEqual([name, await total('/api/documents?status=pending')])
  }
})

const done = async (as: Person) =>
  (await todayOf(as)).firstSteps?.map(({ step, done }) => (done ? `${step}!` : step)) ?? null

test('first steps are done by what was really done, and are gone once all are', async () => {
  const { db } = app.services.database
  const fresh = await app.person('trustee')
  expect(await done(fresh)).toEqual(['upload', 'share', 'second-factor'])
  const { id } = await upload(app, fresh)
  expect(await done(fresh)).toEqual(['upload!', 'share', 'second-factor'])
  await app.call(fresh, 'POST', `/api/documents/${id}/access`, { email: people.asker.email })
  expect(await done(fresh)).toEqual(['upload!', 'share!', 'second-factor'])
  await db.insert(factors).values({ userId: fresh.id, kind: 'totp', createdAt: new Date() })
  expect(await done(fresh)).toEqual(['upload!', 'share!', 'second-factor'])
  await db.update(factors).set({ verifiedAt: new Date() }).where(eq(factors.userId, fresh.id))
  await db.update(sessions).set({ factorAt: new Date() }).where(eq(sessions.userId, fresh.id))
  expect(await done(fresh)).toBeNull()

  const guest = await app.person('guest')
  await app.call(fresh, 'POST', `/api/documents/${id}/access`, { email: guest.email })
  expect(await done(guest)).toEqual(['open', 'profile', 'second-factor'])
  await app.call(guest, 'GET', `/api/documents/${id}/content`)
  expect(await done(guest)).toEqual(['open!', 'profile', 'second-factor'])
  expect(await done(people.asker)).toEqual(['profile', 'ask!', 'owner!'])
  expect(await done(await app.person('requestor'))).toEqual(['profile', 'ask', 'owner'])
  expect(await done(people.admin)).toEqual(['backup', 'mail', 'invite!'])
  expect(await done(people.manager)).toEqual(['organization', 'invite!', 'second-factor'])
})

test('first steps are dismissed and brought back by a preference, and so are sections folded', async () => {
  const { asker } = people
  const preferences = (await app.call(asker, 'GET', '/api/session')).json().user.preferences
  expect(preferences).toMatchObject({ turned: [], firstSteps: true })
  const put = (set: object) => app.call(asker, 'PUT', '/api/preferences', { ...preferences, ...set })
  expect((await put({ turned: ['figures'], firstSteps: false })).statusCode).toBe(200)
  expect(await done(asker)).toBeNull()
  const session = (await app.call(asker, 'GET', '/api/session')).json()
  expect(session.user.preferences).toEqual({ ...preferences, turned: ['figures'], firstSteps: false })
  expect((await put({ turned: ['nothing'] })).statusCode).toBe(400)
  await put({})
  expect(await done(asker)).toEqual(['profile', 'ask!', 'owner!'])
})

test('dates wait for whoever is named, once they are near or overdue, until they are settled', async () => {
  const { trustee, newcomer, admin } = people
  const matter = (
    await app.call(trustee, 'POST', '/api/matters', { name: 'Dale Trust', kind: 'estate' })
  ).json()
  const add = async (title: string, days: number) => {
    const emails = [trustee.email]
    const body = { kind: 'other', title, dueOn: addDays(today, days), matterId: matter.matter.id, emails }
    return (await app.call(trustee, 'POST', '/api/due-dates', body)).json().dueDate.id
  }
  await add('Far', 31)
  await add('Near', 30)
  const overdue = await add('Overdue', -3)
  const due = async (person: Person) => (await groups(person)).find(([kind]) => kind === 'due')
  expect(await due(trustee)).toEqual(['due', 2, 'Overdue', 'Near'])
  for (const person of [newcomer, admin]) expect(await due(person)).toBeUndefined()
  const group = (await todayOf(trustee)).groups.find(({ kind }) => kind === 'due')
  expect(group?.items[0]).toMatchObject({ detail: 'Dale Trust', day: addDays(today, -3) })
  await app.call(trustee, 'POST', `/api/due-dates/${overdue}/done`, {})
  expect(await due(trustee)).toEqual(['due', 1, 'Near'])
})

test('a death waits for everybody who keeps matters until one has seen its evidence', async () => {
  const { trustee, newcomer, admin, manager, asker, guest } = people
  const post = async (path: string, body: object) => {
    const answer = await app.call(trustee, 'POST', `/api/${path}`, body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const { matter } = await post('matters', { name: 'Vane Trust', kind: 'family_trust' })
  const { role } = await post(`matters/${matter.id}/roles`, {
    ...{ role: 'appointor', from: {}, party: { kind: 'person', name: 'Ada Vane' } },
  })
  const { id: document } = await upload(app, trustee, { title: 'Death certificate' })
  const said = { diedOn: addDays(today, -8), document }
  const { death } = await post(`parties/${role.party.id}/death`, said)
  const deaths = async (person: Person) =>
    (await todayOf(person)).groups.find(({ kind }) => kind === 'deaths')
  for (const person of [trustee, admin])
    expect(await deaths(person)).toMatchObject({
      total: 1,
      items: [{ id: role.party.id, title: 'Ada Vane', detail: null, day: said.diedOn }],
    })
  for (const person of [newcomer, manager, asker, guest]) expect(await deaths(person)).toBeUndefined()
  await post(`deaths/${death.id}/seen`, {})
  expect(await deaths(trustee)).toBeUndefined()
})
