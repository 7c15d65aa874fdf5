import type { DueDate } from '@deedbox/contract/due-dates.ts'
import type { IdentityCheck } from '@deedbox/contract/identity-checks.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { refusal } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let tess: Person
let other: Person
let admin: Person
let partyId: string
beforeAll(async () => {
  app = await startTestApp()
  tess = await app.person('trustee', { name: 'Tess Trustee' })
  other = await app.person('trustee', { name: 'Otto Other' })
  admin = await app.person('admin')
  const { matter } = await must('POST', '/api/matters', { name: 'Quill', kind: 'family_trust' })
  const party = { kind: 'person', name: 'Ann Quill' }
  const { role } = await must('POST', `/api/matters/${matter.id}/roles`, { role: 'trustee', from: {}, party })
  partyId = role.party.id
})
afterAll(() => app.stop())

const must = async (method: string, url: string, body?: object, as = tess) => {
  const answer = await app.call(as, method, url, body)
  expect(answer.statusCode, `${method} ${url} ${answer.body}`).toBeLessThan(300)
  return answer.json()
}
const refused = async (method: string, url: string, body: object = {}, as = tess) =>
  refusal(await app.call(as, method, url, body))
const checks = async (as: Person): Promise<IdentityCheck[]> =>
  (await must('GET', `/api/parties/${partyId}/identity-checks`, undefined, as)).checks
const due = async (as: Person): Promise<DueDate[]> =>
  (await must('GET', '/api/due-dates?dueKind=identity&dueStatus=all', undefined, as)).dueDates
const sample = { checkedOn: '2026-01-05', how: 'in_person', by: 'Tess Trustee', reference: 'VOI 4471' }
const record = async (more: object = {}, as = tess): Promise<IdentityCheck> =>
  (await must('POST', `/api/parties/${partyId}/identity-checks`, { ...sample, ...more }, as)).check

test('an identity check and the day of the next are seen by those named only, administrators included', async () => {
  const check = await record({ nextOn: '2028-01-05' })
  expect(check).toMatchObject({ reference: 'VOI 4471', people: [{ name: 'Tess Trustee' }] })
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  for (const as of [other, admin]) {
    expect(await checks(as)).toEqual([])
    expect(await due(as)).toEqual([])
    const people = `/api/identity-checks/${check.id}/people`
    expect(await refused('PUT', people, { emails: [as.email] }, as)).toEqual([404, 'check-not-found'])
  }
  expect(await refused('POST', `/api/parties/${partyId}/identity-checks`, sample, unconfirmed)).toEqual([
    404,
    'party-not-found',
  ])
  const [date] = await due(tess)
  expect(date).toMatchObject({
    title: 'Identity of Ann Quill',
    dueOn: '2028-01-05',
    remindDays: [30, 7],
    people: [{ name: 'Tess Trustee' }],
  })
  // A person who is named sees it from then on, and is reminded.
  const named = { emails: [other.email] }
  await must('PUT', `/api/identity-checks/${check.id}/people`, named)
  expect((await checks(other)).map(({ id }) => id)).toEqual([check.id])
  expect((await due(other))[0]?.people).toHaveLength(2)
  const guest = await app.person('guest')
  const stranger = { emails: [guest.email] }
  expect(await refused('PUT', `/api/identity-checks/${check.id}/people`, stranger)).toEqual([
    400,
    'check-people',
  ])
  // A new check settles the day of the earlier one.
  await record({ checkedOn: '2026-06-05', nextOn: '2029-01-05' })
  expect((await due(tess)).map(({ dueOn, status }) => [dueOn, status])).toEqual([
    ['2028-01-05', 'done'],
    ['2029-01-05', 'open'],
  ])
  // The trail tells that there was one, and nothing of what it says.
  const { db } = app.services.database
  const events = await db.select().from(auditEvents).where(eq(auditEvents.event, 'party_identity_check'))
  expect(events.length).toBe(3)
  expect(JSON.stringify(events)).not.toContain('4471')
})

test('a check that does not count stays, and one whose people are all gone is not lost', async () => {
  const check = await record({ nextOn: '2030-01-05', checkedOn: '2026-07-01' }, other)
  const url = `/api/identity-checks/${check.id}/withdraw`
  expect(await refused('POST', url, { reason: 'Another Ann' })).toEqual([404, 'check-not-found'])
  await must('POST', url, { reason: 'Another Ann' }, other)
  expect(await refused('POST', url, { reason: 'Another Ann' }, other)).toEqual([409, 'check-withdrawn'])
  expect((await checks(other))[0]).toMatchObject({ id: check.id, withdrawn: 'Another Ann' })
  expect((await due(other)).at(-1)).toMatchObject({ status: 'not_needed', reason: 'Another Ann' })
  const later = { ...sample, checkedOn: '2999-01-01' }
  const path = `/api/parties/${partyId}/identity-checks`
  expect(await refused('POST', path, later)).toEqual([400, 'check-future'])
  expect(await checks(admin)).toEqual([])
  const { db } = app.services.database
  await db.update(profiles).set({ deactivatedAt: new Date() }).where(eq(profiles.id, other.id))
  // None of those named keeps matters any more: an administrator sees it, another trustee does not.
  expect((await checks(admin)).map(({ id }) => id)).toEqual([check.id])
  expect((await checks(tess)).map(({ id }) => id)).not.toContain(check.id)
})
