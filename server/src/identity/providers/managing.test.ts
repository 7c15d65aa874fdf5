import { decidingFields } from '@deedbox/contract/providers.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { identityDomains, identityProviders } from '../../db/tables/sign-in.ts'
import type { Person } from '../../testing/app.ts'
import { samlKeys } from '../../testing/saml-provider.ts'
import { codeOf } from '../accounts/accounts.testing.ts'
import { startProviders } from './providers.testing.ts'

let at: Awaited<ReturnType<typeof startProviders>>
let organizationId: string
let head: Person
beforeAll(async () => {
  at = await startProviders()
  organizationId = await at.organization('Harbour Legal')
  head = await at.app.person('b2b_admin', { organizationId })
})
afterAll(() => at.stop())

const post = (as: Person | null, url: string, body?: object) => at.app.call(as, 'POST', url, body)
const added = async (as: Person, more: object = {}) =>
  (await at.must(as, 'POST', '/api/providers', { ...at.details, kind: 'oidc', organizationId, ...more }))
    .provider
const withDomain = async (as: Person, providerId: string, domain: string) =>
  (await at.must(as, 'POST', `/api/providers/${providerId}/domains`, { domain })).provider
const wayOf = async (email: string) => (await post(null, '/api/sign-in/way', { email })).json()
const nora = { sub: 'n', email: 'nora@harbour.example', email_verified: true }

test('an Org Admin’s domain counts once an administrator has confirmed it, and waits again when whom it trusts changes', async () => {
  const { id } = await added(head)
  const { domains } = await withDomain(head, id, 'Harbour.example')
  expect(domains).toMatchObject([{ domain: 'harbour.example', confirmedAt: null, required: false }])
  expect(await wayOf(nora.email)).toMatchObject({ way: 'password', providerId: null })
  expect((await at.leave(`provider=${id}`)).address).toBe('/login?error=provider-failed')
  const confirm = `/api/providers/${id}/domains/${domains[0].id}/confirm`
  expect((await post(head, confirm)).statusCode).toBe(403)
  const waiting = await at.must(at.admin, 'GET', '/api/providers?waiting=true')
  expect(waiting.providers).toMatchObject([{ id, organizationName: 'Harbour Legal' }])

  await at.must(at.admin, 'POST', confirm)
  expect(codeOf(await post(at.admin, confirm))).toBe('domain-confirmed')
  expect(await wayOf(nora.email)).toMatchObject({ way: 'provider', name: 'Harbour ID', required: false })
  expect((await at.signIn(id, nora)).user).toMatchObject({ organizationId, role: 'requestor' })

  const put = (as: Person, more: object) =>
    at.must(as, 'PUT', `/api/providers/${id}`, { ...at.details, clientSecret: '', ...more })
  expect((await put(head, { name: 'Renamed' })).provider).toMatchObject({ hasSecret: true, people: 1 })
  expect((await at.signIn(id, nora)).user.email).toBe(nora.email)
  const moved = await put(head, { issuer: 'https://rogue.example' })
  // Another issuer is somebody else: nobody is linked with it.
  expect(moved.provider).toMatchObject({ people: 0, domains: [{ confirmedAt: null }] })
  expect((await at.leave(`provider=${id}`)).address).toBe('/login?error=provider-failed')
  await at.must(head, 'DELETE', `/api/providers/${id}`)
})

test.each(decidingFields)('another value of %s by an Org Admin waits for an administrator', async (field) => {
  const { id } = await at
    .provider(organizationId, `${field.toLowerCase()}.example`)
    .then((made) => ({ id: made }))
  const { db } = at.app.services.database
  const stored = async () => {
    const [row] = await db.select().from(identityProviders).where(eq(identityProviders.id, id))
    const [domain] = await db.select().from(identityDomains).where(eq(identityDomains.providerId, id))
    return { row, confirmed: domain?.confirmedAt !== null }
  }
  const other =
    field === 'certificates'
      ? [(await samlKeys(new Date('2030-01-01'))).certificate]
      : 'https://other.example'
  const put = (as: Person, more: object) =>
    at.must(as, 'PUT', `/api/providers/${id}`, { ...at.details, clientSecret: '', ...more })
  await put(head, { name: 'Another name' })
  expect((await stored()).confirmed).toBe(true)
  await put(head, { [field]: other })
  expect([await stored()].map(({ row, confirmed }) => [String(row?.[field]) !== '', confirmed])).toEqual([
    [true, false],
  ])
  await at.must(head, 'DELETE', `/api/providers/${id}`)
})

test('the client secret is stored encrypted and sent to nobody, also not to the audit trail', async () => {
  const provider = await added(head)
  const { db } = at.app.services.database
  const [row] = await db.select().from(identityProviders).where(eq(identityProviders.id, provider.id))
  const events = await db.select().from(auditEvents).where(eq(auditEvents.event, 'provider_added'))
  expect(events.length).toBeGreaterThan(0)
  for (const seen of [provider, row, events])
    expect(JSON.stringify(seen)).not.toContain(at.details.clientSecret)
  await at.must(head, 'DELETE', `/api/providers/${provider.id}`)
})

test('an Org Admin manages the own organisation only, and lets nobody in as a trustee or without a second factor', async () => {
  const other = await at.organization('Another firm')
  const body = { ...at.details, kind: 'oidc', organizationId }
  const refusals: [object, string][] = [
    [{ organizationId: other }, 'organization-not-found'],
    [{ organizationId: null }, 'organization-not-found'],
    [{ defaultRole: 'trustee' }, 'role-not-yours'],
    [{ checksSecondFactor: true }, 'not-allowed'],
    [{ defaultRole: 'admin' }, 'invalid-input'],
    [{ defaultRole: 'b2b_admin' }, 'invalid-input'],
  ]
  for (const [more, code] of refusals)
    expect(codeOf(await post(head, '/api/providers', { ...body, ...more })), JSON.stringify(more)).toBe(code)
  const theirs = await at.provider(other, 'another.example')
  expect(codeOf(await at.app.call(head, 'GET', `/api/providers?of=${other}`))).toBe('organization-not-found')
  expect((await at.must(head, 'GET', '/api/providers')).providers).toEqual([])
  expect(codeOf(await post(head, `/api/providers/${theirs}/check`))).toBe('provider-not-found')
  expect(codeOf(await post(at.admin, '/api/providers', { ...body, defaultRole: 'trustee' }))).toBe(
    'role-not-yours',
  )
  // The Org Admin may keep what an administrator has set.
  const { id } = await added(at.admin, { checksSecondFactor: true })
  const kept = { ...at.details, checksSecondFactor: true }
  await at.must(head, 'PUT', `/api/providers/${id}`, kept)
  await at.must(head, 'DELETE', `/api/providers/${id}`)
})

test('a domain belongs to one confirmed provider, and a public one to none', async () => {
  const first = await at.provider(await at.organization('First'), 'taken.example')
  const { id } = await added(head)
  const { domains } = await withDomain(head, id, 'taken.example')
  const confirm = `/api/providers/${id}/domains/${domains[0].id}/confirm`
  expect(codeOf(await post(at.admin, confirm))).toBe('domain-taken')
  expect((await wayOf('a@taken.example')).providerId).toBe(first)
  const add = (domain: string) => post(head, `/api/providers/${id}/domains`, { domain })
  for (const domain of ['gmail.com', 'BigPond.com', 'com.au'])
    expect(codeOf(await add(domain)), domain).toBe('domain-public')
  expect(codeOf(await add('taken.example'))).toBe('domain-exists')
  for (const domain of ['localhost', 'a@b.example', 'b.example/', '10.0.0.1'])
    expect(codeOf(await add(domain)), domain).toBe('invalid-input')
})

test('the check says plainly what is wrong', async () => {
  const problems = async (issuer: string) => {
    const { id } = await added(at.admin, { organizationId: null, issuer })
    const answer = await at.must(at.admin, 'POST', `/api/providers/${id}/check`)
    await at.must(at.admin, 'DELETE', `/api/providers/${id}`)
    return answer.problems
  }
  expect(await problems(at.openId.issuer)).toEqual([])
  expect(await problems(`${at.openId.issuer}/other`)).toEqual([
    expect.stringContaining('answers with the status 404'),
  ])
  expect(await problems(at.openId.issuer.replace('127.0.0.1', 'localhost'))).toEqual([
    expect.stringContaining(`is of another issuer: ${at.openId.issuer}`),
  ])
  expect(await problems('https://169.254.169.254')).toEqual([expect.stringContaining('private network')])
  expect(await problems('https://no.such.name.invalid')).toEqual([
    expect.stringContaining('could not be reached'),
  ])
  for (const issuer of ['http://id.example', 'id.example', 'javascript:alert(1)'])
    expect(
      codeOf(await post(at.admin, '/api/providers', { ...at.details, kind: 'oidc', organizationId, issuer })),
    ).toBe('invalid-input')
})

test('members of a deactivated organisation are led to a password, and its provider signs nobody in', async () => {
  const away = await at.organization('Away')
  const id = await at.provider(away, 'away.example')
  await at.must(at.admin, 'POST', `/api/organizations/${away}/deactivate`)
  expect(await wayOf('a@away.example')).toMatchObject({ way: 'password' })
  expect((await at.leave(`provider=${id}`)).address).toBe('/login?error=provider-failed')
})
