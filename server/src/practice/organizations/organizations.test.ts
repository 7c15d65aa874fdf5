import { dayMs } from '@deedbox/contract/durations.ts'
import type { Organization } from '@deedbox/contract/organizations.ts'
import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitations } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { type Accounts, cookieOf, startAccounts } from '../../identity/accounts/accounts.testing.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import type { Person } from '../../testing/app.ts'

const blank = {
  ...{ name: '', abn: '', acn: '', address: '', city: '', state: '', postalCode: '', country: 'AU' },
  ...{ contactName: '', contactEmail: '', contactPhone: '' },
}

let the: Accounts
let admin: Person
beforeAll(async () => {
  the = await startAccounts()
  admin = await the.app.person('admin', { name: 'Ruth Abernathy' })
})
afterAll(() => the.stop())

const call = (as: Person | null, method: string, url: string, body?: object) =>
  the.app.call(as, method, url, body)
const refusal = (answer: Response) => [answer.statusCode, answer.json().error.code]
const one = (answer: Response): Organization => {
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json().organization
}
const create = (details: object) => call(admin, 'POST', '/api/organizations', { ...blank, ...details })
const made = async (details: object) => one(await create(details))
/** Sends an organisation back as a person's form does: as it was read, with some fields changed. */
function save(as: Person, seen: Organization, changes: object): Promise<Response> {
  const fields = Object.fromEntries(Object.keys(blank).map((name) => [name, seen[name as 'name']]))
  const body = { ...fields, ...changes, updatedAt: seen.updatedAt }
  return call(as, 'PUT', `/api/organizations/${seen.id}`, body)
}
const list = async (query: Record<string, string>) =>
  (await call(admin, 'GET', `/api/organizations?${new URLSearchParams(query)}`)).json<{
    organizations: Organization[]
    total: number
  }>()
const changesOf = async ({ id }: { id: string }) =>
  (await call(admin, 'GET', `/api/organizations/${id}/history`)).json().changes

describe('an organisation', () => {
  test('is created with numbers and an address that are real, kept without their spaces', async () => {
    const wrong = await create({
      name: 'Harbour Legal',
      abn: '53 004 085 617',
      state: 'VIC',
      postalCode: '2000',
    })
    expect(wrong.json().error.fields).toEqual({
      abn: expect.stringContaining('do not add up'),
      postalCode: expect.stringContaining('Victoria'),
    })
    const right = await made({
      name: 'Harbour Legal',
      abn: '53 004 085 616',
      acn: '004 085 616',
      contactPhone: '(02) 9374 4000',
    })
    expect(right).toMatchObject({ abn: '53004085616', acn: '004085616', contactPhone: '+61293744000' })
    expect(right).toMatchObject({ members: 0, documents: 0, requests: 0, deactivatedAt: null })
  })

  test('shares its name, in any case, and its numbers with no other, nor do two at once', async () => {
    await made({ name: 'Quill & Sons', abn: '83 914 571 673' })
    expect(refusal(await create({ name: 'QUILL & sons' }))).toEqual([409, 'organization-exists'])
    expect(refusal(await create({ name: 'Other', abn: '83914571673' }))).toEqual([409, 'abn-taken'])
    expect(refusal(await create({ name: 'Other', acn: '004 085 616' }))).toEqual([409, 'acn-taken'])
    const both = await Promise.all([create({ name: 'Twice' }), create({ name: 'twice' })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })

  test('changed by two people at once: the second is told, and nothing of the first is lost', async () => {
    const seen = await made({ name: 'Whitlam Trustees', city: 'Sydney' })
    const first = one(await save(admin, seen, { city: 'Perth' }))
    const second = await save(admin, seen, { contactName: 'Tom Nguyen' })
    expect(refusal(second)).toEqual([409, 'organization-changed'])
    expect((await list({ search: 'Whitlam Trustees' })).organizations).toEqual([first])
    const merged = one(await save(admin, first, { contactName: 'Tom Nguyen' }))
    expect(merged).toMatchObject({ city: 'Perth', contactName: 'Tom Nguyen' })
    const [newest, before] = await changesOf(seen)
    expect(newest).toMatchObject({
      label: 'Organisation changed',
      actorName: 'Ruth Abernathy',
      changes: [{ field: 'Contact name', from: '', to: 'Tom Nguyen' }],
    })
    expect(before.changes).toEqual([{ field: 'City', from: 'Sydney', to: 'Perth' }])
  })

  test('is found by name, number, city, state and status, with its counts', async () => {
    const { id } = await made({ name: 'Évans Wills', city: 'Hobart', state: 'TAS', postalCode: '7000' })
    const lawyer = await the.app.person('requestor', { organizationId: id })
    await upload(the.app, lawyer, { title: 'Evans deed' })
    await call(lawyer, 'POST', '/api/requests', { documentName: 'Evans will', clientEmail: 'c@example.com' })
    const counts = { members: 1, documents: 1, requests: 1, pendingRequests: 1 }
    for (const query of [{ search: 'evans' }, { search: 'hobart', state: 'TAS' }, { state: 'TAS' }])
      expect((await list(query)).organizations).toMatchObject([{ id, ...counts }])
    expect((await list({ search: 'evans', status: 'deactivated' })).total).toBe(0)
    expect((await list({ search: 'evans', state: 'VIC' })).total).toBe(0)
    const members = (await call(admin, 'GET', '/api/users?organization=%C3%A9vans%20wills')).json()
    expect(members.users.map((user: { id: string }) => user.id)).toEqual([lawyer.id])
    const documents = (await call(admin, 'GET', `/api/documents?organization=${id}`)).json()
    expect(documents).toMatchObject({ total: 1, documents: [{ title: 'Evans deed', organizationId: id }] })
  })

  test('is exported with the others as CSV, harmless to a spreadsheet', async () => {
    await made({ name: '=cmd|calc', abn: '51 824 753 556' })
    const answer = await call(admin, 'GET', '/api/organizations/export?search=calc')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="organizations.csv"')
    const [head, row, ...more] = answer.body.split('\r\n')
    expect(head).toMatch(/^\ufeffName,ABN,ACN,Address/)
    expect(row).toMatch(/^'=cmd\|calc,51 824 753 556,,/)
    expect(more).toEqual([''])
    const events = await the.app.services.database.db.select().from(auditEvents)
    expect(events.at(-1)).toMatchObject({ event: 'organizations_exported', actorId: admin.id })
  })
})

test('while it is deactivated its members are out, and everything comes back when it is reactivated', async () => {
  const { db } = the.app.services.database
  const { id } = await made({ name: 'Marlowe Holdings' })
  const invite = (email: string) =>
    call(admin, 'POST', '/api/invitations', { email, role: 'requestor', organization: 'marlowe holdings' })
  const { person } = await the.signUp('member@marlowe.example')
  await call(admin, 'POST', `/api/users/${person.id}/role`, {
    role: 'trustee',
    organization: 'Marlowe Holdings',
  })
  const member = { ...person, cookie: cookieOf(await the.signIn(person.email)) }
  const adminToo = await the.app.person('admin', { organizationId: id })
  const document = await upload(the.app, member, { title: 'Marlowe deed' })
  const friend = await the.app.person('requestor')
  await call(member, 'POST', `/api/documents/${document.id}/access`, { email: friend.email })
  await invite('early@marlowe.example')
  const [invitation] = (await db.select().from(invitations)).slice(-1)
  const link = `/api/invitations/${invitation?.id}`
  const kept = async () => [await db.select().from(documentAccess), await db.select().from(invitations)]
  const before = await kept()

  const whole = (await call(admin, 'GET', `/api/organizations/${id}`)).json()
  expect(whole).toMatchObject({ lockedOut: 1, organization: { members: 2, documents: 1 } })
  const act = (what: string) => call(adminToo, 'POST', `/api/organizations/${id}/${what}`)
  expect(one(await act('deactivate')).deactivatedAt).not.toBeNull()
  expect(refusal(await act('deactivate'))).toEqual([409, 'organization-deactivated'])

  expect(refusal(await call(member, 'GET', '/api/documents'))).toEqual([401, 'not-signed-in'])
  expect(refusal(await the.signIn(member.email))).toEqual([401, 'login-invalid'])
  // A session that began in between is worth nothing either.
  const again = await the.app.signIn(member.id, member.email)
  expect((await call(again, 'GET', '/api/session')).json().user).toBeNull()
  expect((await call(adminToo, 'GET', '/api/documents')).statusCode).toBe(200)
  expect(refusal(await invite('late@marlowe.example'))).toEqual([409, 'organization-deactivated'])
  expect((await call(null, 'GET', link)).statusCode).toBe(404)
  // Members of it are not asked to decide.
  const lawyer = await the.app.person('requestor')
  const wish = { documentName: 'Marlowe deed', clientEmail: 'c@example.com' }
  expect((await call(lawyer, 'POST', '/api/requests', wish)).statusCode).toBe(201)
  const asked = await db.select().from(mailMessages).where(eq(mailMessages.kind, 'access_requested'))
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.map(({ recipient }) => recipient)).not.toContain(member.email)
  expect(await kept()).toEqual(before)

  expect(one(await act('reactivate')).deactivatedAt).toBeNull()
  expect(refusal(await act('reactivate'))).toEqual([409, 'organization-active'])
  expect((await the.signIn(member.email)).statusCode).toBe(200)
  expect((await call(null, 'GET', link)).statusCode).toBe(200)
  expect((await changesOf({ id })).map(({ label }: { label: string }) => label)).toEqual([
    'Organisation reactivated',
    'Organisation deactivated',
    'Organisation created',
  ])
})

describe('an Org Admin', () => {
  let ours: Organization
  let head: Person
  let lawyer: Person
  let stranger: Person
  beforeAll(async () => {
    ours = await made({ name: 'Chen & Lowe' })
    head = await the.app.person('b2b_admin', { organizationId: ours.id })
    lawyer = await the.app.person('requestor', { organizationId: ours.id, name: 'Sofia Marino' })
    stranger = await the.app.person('requestor', {
      organizationId: (await made({ name: 'The others' })).id,
    })
  })
  const requests = async (as: Person, query = '') =>
    (await call(as, 'GET', `/api/requests?view=organization${query}`)).json().requests
  const ask = async (as: Person, documentName: string) =>
    (await call(as, 'POST', '/api/requests', { documentName, clientEmail: 'c@example.com' })).json().request
      .id

  test('changes everything of their own organisation but its deactivation, which administrators see', async () => {
    const { organization } = (await call(head, 'GET', `/api/organizations/${ours.id}`)).json()
    ours = one(
      await save(head, organization, { name: 'Chen & Lowe Lawyers', contactEmail: 'Hi@Chen.example' }),
    )
    expect(ours).toMatchObject({ name: 'Chen & Lowe Lawyers', contactEmail: 'hi@chen.example' })
    expect((await changesOf(ours))[0]).toMatchObject({
      actorEmail: head.email,
      changes: [{ field: 'Name', from: 'Chen & Lowe' }, { field: 'Contact email' }],
    })
    for (const [method, url] of [
      ['POST', `/api/organizations/${ours.id}/deactivate`],
      ['GET', '/api/organizations'],
      ['GET', '/api/organizations/export'],
      ['GET', `/api/organizations/${ours.id}/history`],
    ] as const)
      expect(refusal(await call(head, method, url))).toEqual([403, 'not-allowed'])
  })

  test('sees and reminds of their requests, and decides none; sees nothing of any other organisation', async () => {
    const owner = await the.app.person('trustee')
    await upload(the.app, owner, { title: 'Secret deed' })
    const theirs = await upload(the.app, lawyer, { title: 'Our deed' })
    const byMember = await ask(lawyer, 'secret DEED')
    const aboutOurs = await ask(stranger, 'Our deed')
    await ask(stranger, 'Something else')
    expect(await requests(head)).toMatchObject([
      { id: aboutOurs, documentId: theirs.id, documentName: 'Our deed' },
      // They learn no title that the member does not know.
      { id: byMember, documentId: null, documentName: 'secret DEED', can: { decide: false, remind: false } },
    ])
    expect(await requests(head, '&search=secret&status=pending')).toMatchObject([{ id: byMember }])
    expect(await requests(admin, `&organization=${ours.id}`)).toHaveLength(2)
    for (const url of [`/api/requests?view=organization`, '/api/owner-requests?view=organization'])
      for (const [as, of, expected] of [
        [head, stranger, [404, 'organization-not-found']],
        [lawyer, lawyer, [403, 'not-allowed']],
        [admin, null, [400, 'invalid-input']],
      ] as const) {
        const { user } = of ? (await call(of, 'GET', '/api/session')).json() : { user: null }
        const answer = await call(as, 'GET', url + (user ? `&organization=${user.organizationId}` : ''))
        expect(refusal(answer)).toEqual(expected)
      }

    const act = (what: string, body = {}) => call(head, 'POST', `/api/requests/${byMember}/${what}`, body)
    expect(refusal(await act('remind'))).toEqual([409, 'request-too-young'])
    the.app.shift(2 * dayMs)
    expect((await requests(head))[1].can).toEqual({ decide: false, withdraw: false, remind: true })
    expect((await act('remind')).json().request.can.remind).toBe(false)
    await the.smtp.next(
      ({ deliveredTo, subject }) => deliveredTo === owner.email && /remind/i.test(subject ?? ''),
    )
    expect(refusal(await act('remind'))).toEqual([409, 'request-reminded'])
    for (const what of ['approve', 'deny', 'withdraw'])
      expect(refusal(await act(what))).toEqual([403, 'not-allowed'])
    const rows = await the.app.services.database.db.select().from(accessRequests)
    expect(rows.find(({ id }) => id === byMember)?.status).toBe('pending')
  })

  test('sees what members ask of document owners', async () => {
    const wish = {
      ownerEmail: 'owner@example.com',
      ownerName: 'Harold Smith',
      message: 'The 1998 deed, please',
    }
    await call(lawyer, 'POST', '/api/owner-requests', wish)
    await call(stranger, 'POST', '/api/owner-requests', wish)
    const sent = async (query = '') =>
      (await call(head, 'GET', `/api/owner-requests?view=organization${query}`)).json()
    const nothing = { claim: false, fulfil: false, withdraw: false, remind: false }
    expect(await sent()).toMatchObject({
      total: 1,
      requests: [{ requesterEmail: lawyer.email, can: nothing }],
    })
    expect(await sent('&search=harold')).toMatchObject({ total: 1 })
    expect(await sent('&search=nobody')).toMatchObject({ total: 0 })
  })

  test('who belongs to no organisation sees none', async () => {
    const nowhere = await the.app.person('b2b_admin')
    expect(await requests(nowhere)).toEqual([])
    const answer = await call(nowhere, 'GET', '/api/owner-requests?view=organization')
    expect(answer.json().requests).toEqual([])
  })
})
