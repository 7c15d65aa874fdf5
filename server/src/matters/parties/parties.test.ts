import type { Matter } from '@deedbox/contract/matters.ts'
import type { MatterRole, Party } from '@deedbox/contract/parties.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { matterRoles } from '../../db/tables/parties.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let firm: string
let head: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  firm = crypto.randomUUID()
  const row = { id: firm, name: 'Harbour Legal', createdAt: new Date() }
  await app.services.database.db.insert(organizations).values(row)
  head = await app.person('b2b_admin', { organizationId: firm })
})
afterAll(() => app.stop())

const matter = async (more: object = {}): Promise<Matter> => {
  const body = { name: 'Quill Family Trust', kind: 'family_trust', ...more }
  const answer = await app.call(trustee, 'POST', '/api/matters', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().matter
}
const call = ({ id }: Matter, method: string, url = '', body?: object, as = trustee) =>
  app.call(as, method, `/api/matters/${id}/roles${url}`, body)
const add = async (to: Matter, name: string | MatterRole['party'], more: object = {}) => {
  const who = typeof name === 'string' ? { party: { kind: 'person', name } } : { partyId: name.id }
  const answer = await call(to, 'POST', '', { role: 'trustee', from: {}, ...who, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().role as MatterRole
}
type Roles = { roles: (MatterRole & { begins?: boolean })[]; findings: { kind: string; says: string }[] }
const read = async (of: Matter, on?: string, as = trustee): Promise<Roles> =>
  (await call(of, 'GET', on ? `?on=${on}` : '', undefined, as)).json()
const namesOn = async (of: Matter, on: string) => (await read(of, on)).roles.map(({ party }) => party.name)

test('a trust is built up from deeds, and who could sign on a day follows', async () => {
  const trust = await matter({ organizationId: firm })
  const deed = await upload(app, trustee, { title: 'Trust deed' })
  const first = await add(trust, 'Ann Quill', {
    from: { day: '1985-03-04', document: deed.id, clause: '2.1' },
  })
  const ends = await call(trust, 'POST', `/${first.id}/end`, { day: '2019-05-03', by: first.party.id })
  expect(ends.json().role).toMatchObject({ until: { day: '2019-05-03', by: { name: 'Ann Quill' } } })
  const next = { from: { day: '2019-05-03', by: first.party.id } }
  await add(trust, 'Ben Quill', next)
  expect(await namesOn(trust, '1985-03-03')).toEqual([])
  expect(await namesOn(trust, '2019-05-02')).toEqual(['Ann Quill'])
  expect(await namesOn(trust, '2019-05-03')).toEqual(['Ann Quill', 'Ben Quill'])
  expect(await namesOn(trust, '2019-05-04')).toEqual(['Ben Quill'])
  const { roles, findings } = await read(trust)
  expect(findings).toEqual([])
  expect(roles[0]).toMatchObject({
    from: { document: { id: deed.id, title: 'Trust deed' }, clause: '2.1' },
    recordedBy: 'Tess Trustee',
  })
  const history = (await app.call(trustee, 'GET', `/api/matters/${trust.id}/history`)).json()
  expect(history.entries.map(({ label, told }: Record<string, string>) => [label, told])).toEqual([
    ['Party added', 'Ben Quill, as trustee, in “Quill Family Trust”, from 3 May 2019'],
    ['Role of a party ended', 'Ann Quill, as trustee, in “Quill Family Trust”, last day 3 May 2019'],
    ['Party added', 'Ann Quill, as trustee, in “Quill Family Trust”, from 4 Mar 1985'],
    ['Matter created', expect.any(String)],
  ])
  // The Org Admin sees the parties, but not the title of a document of nobody's organisation.
  const theirs = await read(trust, undefined, head)
  expect(theirs.roles[0]?.from.document).toEqual({ id: null, title: null })
  expect(theirs).toMatchObject({ can: { edit: false } })
})

test('a contradiction is found, and settled by a correction that keeps what it corrects', async () => {
  const trust = await matter()
  const ann = await add(trust, 'Ann Quill')
  await call(trust, 'POST', `/${ann.id}/end`, { day: '2010-06-01' })
  await add(trust, 'Ben Quill', { from: { day: '2010-06-30' } })
  expect((await read(trust)).findings).toMatchObject([
    { kind: 'gap', says: 'Nobody is recorded as trustee from 2 June 2010 to 29 June 2010.' },
  ])
  const body = { role: 'trustee', from: {}, until: { day: '2010-06-30' }, reason: 'The deed says 30 June' }
  const corrected = await call(trust, 'POST', `/${ann.id}/correct`, body)
  expect(corrected.json().role).toMatchObject({ corrects: ann.id, reason: 'The deed says 30 June' })
  const { roles, findings } = await read(trust)
  expect(findings).toEqual([])
  expect(roles).toHaveLength(3)
  for (const [url, more] of [
    ['end', { day: '2011-01-01' }],
    ['correct', body],
  ] as const)
    expect(refusal(await call(trust, 'POST', `/${ann.id}/${url}`, more))).toEqual([409, 'role-corrected'])
  const again = corrected.json().role.id
  expect(refusal(await call(trust, 'POST', `/${again}/end`, { day: '2012-01-01' }))).toEqual([
    409,
    'role-ended',
  ])
  const never = await call(trust, 'POST', `/${again}/correct`, { ...body, never: true })
  expect(never.json().role.never).toBe(true)
  expect(await namesOn(trust, '2009-01-01')).toEqual([])
})

test('roles that the matter cannot have, and days in the wrong order, are refused', async () => {
  const trust = await matter()
  const estate = { role: 'executor', from: {}, party: { kind: 'person', name: 'Ed' } }
  expect(refusal(await call(trust, 'POST', '', estate))).toEqual([400, 'role-kind'])
  const reversed = { ...estate, role: 'trustee', from: { day: '2020-01-02' }, until: { day: '2020-01-01' } }
  expect((await call(trust, 'POST', '', reversed)).json().error.fields).toEqual({
    'until.day': 'The last day is before the first',
  })
  const plain = { ...estate, role: 'beneficiary' }
  expect((await call(trust, 'POST', '', plain)).json().error.fields).toHaveProperty('nature')
  const nobody = { role: 'trustee', from: {}, partyId: crypto.randomUUID() }
  expect(refusal(await call(trust, 'POST', '', nobody))).toEqual([404, 'party-not-found'])
  const unseen = { ...estate, role: 'trustee', from: { document: crypto.randomUUID() } }
  expect(refusal(await call(trust, 'POST', '', unseen))).toEqual([404, 'document-not-found'])
  const { db } = app.services.database
  expect(await db.$count(matterRoles, eq(matterRoles.matterId, trust.id))).toBe(0)
  const late = await add(trust, 'Late', { from: { day: '2020-01-02' } })
  expect(refusal(await call(trust, 'POST', `/${late.id}/end`, { day: '2020-01-01' }))).toEqual([
    400,
    'role-end',
  ])
})

const party = async (id: string): Promise<Party> =>
  (await app.call(trustee, 'GET', `/api/parties/${id}`)).json().party
const found = async (search: string) =>
  (await app.call(trustee, 'GET', `/api/parties?search=${encodeURIComponent(search)}`)).json()
    .parties as Party[]

test('parties are entered once, found by name and number, changed, and merged without losing anything', async () => {
  const [one, other] = [await matter({ name: 'First' }), await matter({ name: 'Second' })]
  const company = { kind: 'company', name: 'Émile Holdings Pty Ltd', acn: '004 085 616' }
  const { party: held } = await add(one, '', { party: company })
  const twin = await add(other, '', { party: { ...company, name: 'Emile Holdings', notes: 'Old name' } })
  await add(other, held, { role: 'settlor' })
  expect((await found('emile pty')).map(({ id }) => id)).toEqual([held.id])
  expect((await found('004085616')).map(({ id }) => id).sort()).toEqual([held.id, twin.party.id].sort())
  const seen = await party(held.id)
  expect(seen.matters.map(({ name }) => name)).toEqual(['First', 'Second'])
  const { id, alsoWritten: _, matters: __, ...details } = seen
  const saved = await app.call(trustee, 'PUT', `/api/parties/${id}`, { ...details, email: 'a@b.example' })
  expect(saved.json().party.email).toBe('a@b.example')
  expect(refusal(await app.call(trustee, 'PUT', `/api/parties/${id}`, details))).toEqual([
    409,
    'party-changed',
  ])
  const merge = (from: string, into: string) =>
    app.call(trustee, 'POST', `/api/parties/${from}/merge`, { into })
  const { party: person } = await add(other, 'A person', { role: 'witness' })
  expect(refusal(await merge(person.id, held.id))).toEqual([409, 'party-kinds'])
  expect(refusal(await merge(held.id, held.id))).toEqual([409, 'party-same'])
  const merged = await merge(twin.party.id, held.id)
  expect(merged.json().party).toMatchObject({ alsoWritten: ['Emile Holdings'], notes: 'Old name' })
  expect(refusal(await merge(twin.party.id, held.id))).toEqual([404, 'party-not-found'])
  expect((await found('emile holdings')).map(({ id }) => id)).toEqual([held.id])
  const { roles } = await read(other)
  expect(roles.map(({ party, role }) => [role, party.id])).toEqual([
    ['trustee', held.id],
    ['settlor', held.id],
    ['witness', person.id],
  ])
  const { entries } = (await app.call(trustee, 'GET', `/api/matters/${other.id}/history`)).json()
  expect(entries[0]).toMatchObject({ label: 'Party merged', told: expect.stringContaining('Emile Holdings') })
})

test('a number of a party that does not add up is refused, where it is entered and where it is changed', async () => {
  const trust = await matter()
  const company = { kind: 'company', name: 'Quill Custodians Pty Ltd', abn: '', acn: '' }
  const doubt = expect.stringContaining('do not add up')
  const { party: held } = await add(trust, '', { party: { ...company, acn: '004 085 616' } })
  const { id, alsoWritten: _, matters: __, ...details } = await party(held.id)
  for (const wrong of [{ acn: '004 085 617' }, { abn: '53 004 085 617' }]) {
    const [name] = Object.keys(wrong)
    const party = { ...company, ...wrong }
    const entered = await call(trust, 'POST', '', { role: 'trustee', from: {}, party })
    expect([entered.statusCode, entered.json().error.fields]).toEqual([400, { [`party.${name}`]: doubt }])
    const changed = await app.call(trustee, 'PUT', `/api/parties/${id}`, { ...details, ...wrong })
    expect([changed.statusCode, changed.json().error.fields]).toEqual([400, { [`${name}`]: doubt }])
  }
})

test('nobody but who keeps matters sees or changes parties by themselves', async () => {
  const trust = await matter({ organizationId: firm })
  const { party: held, id } = await add(trust, 'Ann Quill')
  for (const as of [head, await app.person('guest'), await app.person('trustee', { confirmedAt: null })]) {
    expect((await app.call(as, 'GET', '/api/parties?search=ann')).statusCode).toBe(403)
    expect((await app.call(as, 'GET', `/api/parties/${held.id}`)).statusCode).toBeGreaterThanOrEqual(403)
  }
  expect((await call(trust, 'POST', `/${id}/end`, { day: '2020-01-01' }, head)).statusCode).toBe(403)
  const other = await app.person('b2b_admin', { organizationId: crypto.randomUUID() }).catch(() => null)
  if (other)
    expect(refusal(await call(trust, 'GET', '', undefined, other))).toEqual([404, 'matter-not-found'])
})

test('a page of a day is a PDF and the export a CSV, and both are events', async () => {
  const trust = await matter()
  const day = { from: { day: '2010-01-01' } }
  for (const name of ['Ann Quill', 'Łukasz Żółć']) await add(trust, name, day)
  const pdf = await call(trust, 'GET', '/print?on=2019-05-03')
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const csv = await call(trust, 'GET', '/export')
  expect(csv.body).toContain('Łukasz Żółć,Person,,,Trustee,,2010-01-01')
  const { db } = app.services.database
  for (const event of ['matter_parties_printed', 'matter_roles_exported'])
    expect(await db.$count(auditEvents, eq(auditEvents.event, event))).toBeGreaterThan(0)
})

test('the register of beneficial owners of a day leaves out who is excluded or has died, and is an event', async () => {
  const trust = await matter({ organizationId: firm })
  const deed = await upload(app, trustee, { title: 'Trust deed' })
  const first = { from: { day: '2010-01-01', document: deed.id, clause: '4' } }
  await add(trust, 'Ann Quill', { ...first, role: 'settlor' })
  const { party: held } = await add(trust, 'Ben Quill', first)
  await add(trust, 'Cy Quill', { ...first, role: 'beneficiary', nature: 'excluded' })
  await add(trust, 'Di Quill', { ...first, role: 'beneficiary', nature: 'class' })
  await add(trust, 'Eve Law', { ...first, role: 'solicitor' })
  await app.call(trustee, 'POST', `/api/parties/${held.id}/death`, { diedOn: '2020-02-02' })
  const owners = (what: string, as = trustee) =>
    app.call(as, 'GET', `/api/matters/${trust.id}/owners/${what}`)
  const csv = await owners('export?on=2020-02-02')
  expect(csv.body.split('\r\n').slice(1).filter(Boolean)).toEqual([
    'Ann Quill,Person,,,Settlor,,2010-01-01,Trust deed,4,,',
    'Ben Quill,Person,,,Trustee,,2010-01-01,Trust deed,4,2020-02-02,',
    'Di Quill,Person,,,Beneficiary,Member of a class,2010-01-01,Trust deed,4,,',
  ])
  expect((await owners('export?on=2020-02-03')).body).not.toContain('Ben Quill')
  expect((await owners('export?on=2020-02-02', head)).body).toContain('a document that you cannot see')
  const pdf = await owners('print?on=2020-02-03')
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect(refusal(await owners('print?on=2020-02-03', unconfirmed))).toEqual([404, 'matter-not-found'])
  const { db } = app.services.database
  expect(await db.$count(auditEvents, eq(auditEvents.event, 'matter_owners_told'))).toBe(4)
})
