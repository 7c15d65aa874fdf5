import type { Matter } from '@deedbox/contract/matters.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let head: Person
let attorney: Person
let firm: string
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  attorney = await app.person('requestor', { name: 'Ben Quill' })
  firm = crypto.randomUUID()
  const row = { id: firm, name: 'Harbour Legal', createdAt: new Date() }
  await app.services.database.db.insert(organizations).values(row)
  head = await app.person('b2b_admin', { organizationId: firm })
})
afterAll(() => app.stop())

const must = async (method: string, url: string, body?: object, as = trustee) => {
  const answer = await app.call(as, method, url, body)
  expect(answer.statusCode, `${method} ${url} ${answer.body}`).toBeLessThan(300)
  return answer.json()
}
const refused = async (url: string, body: object = {}, as = trustee) =>
  refusal(await app.call(as, 'POST', url, body))
const matter = async (name: string, kind: string, more: object = {}): Promise<Matter> =>
  (await must('POST', '/api/matters', { name, kind, ...more })).matter
const add = async (to: Matter, who: object, role: string, more: object = {}) =>
  (await must('POST', `/api/matters/${to.id}/roles`, { role, from: {}, ...who, ...more })).role
const named = (name: string) => ({ party: { kind: 'person', name } })
const held = async (of: Matter, on: string): Promise<string[]> =>
  (await must('GET', `/api/matters/${of.id}/roles?on=${on}`)).roles.map(
    ({ party, role }: { party: { name: string }; role: string }) => `${party.name} ${role}`,
  )

/** Ann, trustee of a trust, who gave Ben a power by which he reads one document, and whose will names Cy. */
async function story() {
  const trust = await matter('Quill Trust', 'family_trust', { organizationId: firm })
  const person = await matter('Ann Quill', 'person', { governingLaw: 'TAS' })
  const role = await add(trust, named('Ann Quill'), 'trustee')
  const ann = { partyId: role.party.id as string }
  await add(person, ann, 'testator')
  const power = await upload(app, trustee, { title: 'Enduring power', kind: 'power_of_attorney' })
  const will = await upload(app, trustee, { title: 'Will of Ann', kind: 'will', executedOn: '2015-02-01' })
  const deed = await upload(app, trustee, { title: 'Trust deed', kind: 'trust_deed' })
  await must('POST', `/api/matters/${person.id}/documents`, { documentIds: [power.id, will.id] })
  const from = { document: power.id, by: ann.partyId }
  await add(trust, named('Ben Quill'), 'attorney', { from })
  await add(person, named('Cy Quill'), 'executor', { from: { day: '2015-02-01', document: will.id } })
  const share = (document: { id: string }) =>
    must('POST', `/api/documents/${document.id}/access`, { email: attorney.email })
  const [resting, own] = [(await share(deed)).grant, (await share(will)).grant]
  return { trust, person, ann, role, power, will, deed, resting, own }
}

test('a death shows at once what it changes, and what rests on a power ends when its evidence was seen', async () => {
  const { trust, person, ann, role, power, will, deed, resting, own } = await story()
  const party = `/api/parties/${ann.partyId}`
  expect(await refused(`${party}/powers`, { document: deed.id, grantIds: [resting.id] })).toEqual([
    400,
    'power-kind',
  ])
  const rests = { document: power.id, grantIds: [resting.id] }
  expect(await must('POST', `${party}/powers`, rests)).toEqual({ set: 1 })
  expect(await refused(`${party}/powers`, rests)).toEqual([409, 'power-set'])
  expect(await held(trust, '2031-01-01')).toEqual(['Ann Quill trustee', 'Ben Quill attorney'])
  expect(await held(person, '2020-01-01')).toEqual(['Cy Quill executor', 'Ann Quill testator'])

  const { death } = await must('POST', `${party}/death`, { diedOn: '2024-05-06' })
  expect(await refused(`${party}/death`, { diedOn: '2024-05-07' })).toEqual([409, 'death-recorded'])
  // Roles stop at the death, the executor counts from it, and what was recorded stays as it was.
  expect(await held(trust, '2024-05-06')).toEqual(['Ann Quill trustee', 'Ben Quill attorney'])
  expect(await held(trust, '2024-05-07')).toEqual([])
  expect(await held(person, '2024-05-05')).toEqual(['Ann Quill testator'])
  expect(await held(person, '2024-05-06')).toContain('Cy Quill executor')
  const { roles, findings, deaths } = await must('GET', `/api/matters/${trust.id}/roles`)
  expect(roles.every(({ until }: { until: unknown }) => until === null)).toBe(true)
  expect(deaths).toMatchObject([{ day: '2024-05-06', document: null, seen: false }])
  expect(findings.map(({ kind, ends }: { kind: string; ends?: object }) => [kind, ends])).toEqual([
    ['death', { roleId: role.id, day: '2024-05-06', documentId: null }],
    ['death', expect.objectContaining({ day: '2024-05-06' })],
    ['gap', undefined],
  ])
  const { missing } = await must('GET', `/api/matters/${trust.id}/completeness`)
  expect(missing).toContainEqual({ what: 'trustee today', lead: { to: 'party', role: 'trustee' } })
  const told = await must('GET', `${party}/death`)
  expect(told.effects).toMatchObject({
    powers: [{ party: { name: 'Ben Quill' }, role: 'attorney', matter: { name: 'Quill Trust' } }],
    open: [{ roleId: role.id }],
    estates: [],
    governingLaw: 'TAS',
    wills: [{ id: will.id, name: 'Will of Ann' }],
  })
  expect(told.access).toMatchObject([{ grantId: resting.id, active: true, power: { id: power.id } }])
  expect((await must('GET', `/api/documents/${power.id}/deaths`)).deaths).toMatchObject([
    { party: { name: 'Ann Quill' } },
  ])
  const estate = await matter('Estate of Ann Quill', 'estate')
  await add(estate, ann, 'testator')
  const lacks = (await must('GET', `/api/matters/${estate.id}/completeness`)).missing
  expect(lacks.map(({ what }: { what: string }) => what)).not.toContain('day of death')
  expect((await must('GET', `${party}/death`)).effects.estates).toMatchObject([{ id: estate.id }])
  // Access goes on until somebody has seen the evidence, which must be there.
  expect(await refused(`/api/deaths/${death.id}/seen`)).toEqual([409, 'death-evidence'])
  const reads = async () => (await app.call(attorney, 'GET', `/api/documents/${deed.id}`)).statusCode
  expect(await reads()).toBe(200)
  const certificate = await upload(app, trustee, { title: 'Certificate', kind: 'death_certificate' })
  const better = { diedOn: '2024-05-05', document: certificate.id, reason: 'The certificate says the 5th' }
  const corrected = (await must('POST', `/api/deaths/${death.id}/correct`, better)).death
  expect(corrected).toMatchObject({
    corrects: death.id,
    document: { title: 'Certificate', kind: 'death_certificate' },
  })
  expect(await refused(`/api/deaths/${death.id}/seen`)).toEqual([409, 'death-corrected'])
  expect(await must('POST', `/api/deaths/${corrected.id}/seen`)).toMatchObject({
    revoked: 1,
    death: { seen: { by: 'Tess Trustee' } },
  })
  expect(await reads()).toBe(404)
  expect((await app.call(attorney, 'GET', `/api/documents/${will.id}`)).statusCode).toBe(200)
  expect(await refused(`/api/deaths/${corrected.id}/seen`)).toEqual([409, 'death-seen'])
  expect(await refused(`${party}/powers`, { ...rests, grantIds: [own.id] })).toEqual([409, 'power-ended'])
  const after = await must('GET', `${party}/death`)
  expect(after.records).toHaveLength(2)
  expect(after.access).toMatchObject([{ active: false }])
  // It is in the history of each matter, and the grant says in its own that it ended.
  for (const { id } of [trust, person]) {
    const { entries } = await must('GET', `/api/matters/${id}/history`)
    expect(entries[0]).toMatchObject({
      label: 'Death of a party',
      told: expect.stringContaining('evidence seen'),
    })
  }
  const { db } = app.services.database
  const revoked = and(eq(auditEvents.event, 'revoked'), eq(auditEvents.accessId, resting.id))
  expect(await db.$count(auditEvents, revoked)).toBe(1)

  // An Org Admin sees the death in the matter, without the title of the evidence, and no page of the party.
  const theirs = await must('GET', `/api/matters/${trust.id}/roles`, undefined, head)
  expect(theirs.deaths).toMatchObject([{ document: { id: null, title: null, kind: null }, seen: true }])
  expect(theirs.findings.every((found: object) => !('ends' in found))).toBe(true)
  expect((await app.call(head, 'GET', `${party}/death`)).statusCode).toBe(403)
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect(refusal(await app.call(unconfirmed, 'GET', `${party}/death`))).toEqual([404, 'party-not-found'])
  expect(await refused(`/api/deaths/${corrected.id}/seen`, {}, unconfirmed)).toEqual([404, 'death-not-found'])
})

test('who is alive after all is so everywhere, and a merged party brings its death', async () => {
  const { trust, ann, resting, power } = await story()
  const party = `/api/parties/${ann.partyId}`
  const { death } = await must('POST', `${party}/death`, { diedOn: '2024-05-06', note: 'By telephone' })
  const wrong = { diedOn: '2024-05-06', never: true, reason: 'Another Ann Quill' }
  await must('POST', `/api/deaths/${death.id}/correct`, wrong)
  expect((await must('GET', `${party}/death`)).death).toBeNull()
  expect(await held(trust, '2031-01-01')).toContain('Ann Quill trustee')
  expect((await must('GET', `/api/documents/${power.id}/deaths`)).deaths).toEqual([])
  const company = await add(trust, { party: { kind: 'company', name: 'Quill Pty Ltd' } }, 'trustee')
  const url = `/api/parties/${company.party.id}/death`
  expect(await refused(url, { diedOn: '2024-05-06' })).toEqual([400, 'death-person'])
  expect(await refused(`${party}/death`, { diedOn: '2999-01-01' })).toEqual([400, 'death-future'])
  // Access can rest on a power by mistake, and is freed.
  await must('POST', `${party}/powers`, { document: power.id, grantIds: [resting.id] })
  expect(await must('POST', `${party}/powers/remove`, { grantIds: [resting.id] })).toEqual({ freed: 1 })
  expect(await refused(`${party}/powers/remove`, { grantIds: [resting.id] })).toEqual([409, 'power-free'])
  const twin = await add(trust, named('A. Quill'), 'settlor')
  await must('POST', `/api/parties/${twin.party.id}/death`, { diedOn: '2024-05-06' })
  await must('POST', `/api/parties/${twin.party.id}/merge`, { into: ann.partyId })
  expect((await must('GET', `${party}/death`)).death).toMatchObject({ party: { name: 'Ann Quill' } })
  expect(await held(trust, '2031-01-01')).not.toContain('Ann Quill trustee')
})
