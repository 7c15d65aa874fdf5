import { authErrorOf } from '@deedbox/contract/auth-errors.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { type EndpointKey, endpoints } from '@deedbox/contract/endpoints.ts'
import { permissionsOf, roles } from '@deedbox/contract/permissions.ts'
import { eq, ne } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authAccounts, devices, invitations, organizations, sessions } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { factors, identityDomains, identityProviders } from '../../db/tables/sign-in.ts'
import { takeOuts } from '../../db/tables/take-outs.ts'
import { uploads } from '../../db/tables/uploads.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { otherKeys } from './openapi/other-routes.ts'
import {
  addressOf,
  bodies,
  ids,
  makeThings,
  organization,
  organizationOf,
  person,
  secret,
  send as sendAs,
} from './samples.testing.ts'

/*
 * Tests every route × every kind of caller × somebody else's object. The routes come from the contract's table and the bodies below are
 * typed by it: a new route without a sample does not compile, and an unguarded one fails.
 */

const callers = [
  ...roles,
  'org admin of another organisation',
  'unconfirmed trustee',
  'expired guest',
  'unknown role',
  'nobody',
] as const
type Caller = (typeof callers)[number]

/** Callers who are told that another person's document does not exist. */
const blind = (caller: Caller) => caller !== 'admin' && caller !== 'trustee'

let app: TestApp
const people = new Map<Caller, Person | null>()

beforeAll(async () => {
  app = await startTestApp()
  const { admin } = await makeThings(app)
  const otherOrganizationId = await organizationOf(app, admin, { ...organization, name: 'Somebody else' })
  people.set('nobody', null)
  people.set('admin', admin)
  for (const role of ['trustee', 'b2b_admin', 'requestor', 'guest'] as const)
    people.set(role, await app.person(role))
  const otherHead = await app.person('b2b_admin', { organizationId: otherOrganizationId })
  people.set('org admin of another organisation', otherHead)
  people.set('unconfirmed trustee', await app.person('trustee', { confirmedAt: null }))
  people.set('expired guest', await app.person('guest', { accessExpiresAt: new Date(Date.now() - 1_000) }))
  people.set('unknown role', await app.person('wizard'))
})
afterAll(() => app.stop())

const send = (key: EndpointKey, caller: Caller) => sendAs(app, key, people.get(caller) ?? null)

const roleOf = (caller: Caller): string =>
  ({
    'org admin of another organisation': 'b2b_admin',
    'unconfirmed trustee': 'trustee',
    'unknown role': 'wizard',
  })[caller as string] ?? caller

const guarded = (Object.keys(endpoints) as EndpointKey[]).filter((key) => endpoints[key].who !== 'public')
const open = (Object.keys(endpoints) as EndpointKey[]).filter((key) => endpoints[key].who === 'public')

describe.each(guarded)('%s', (key) => {
  const { who, errors: form }: Endpoint = endpoints[key]
  const holds = (caller: Caller) =>
    who === 'signed-in' ||
    (Array.isArray(who) && permissionsOf(roleOf(caller)).some((permission) => who.includes(permission)))

  const refusal = (code: 'not-signed-in' | 'access-expired' | 'not-allowed') =>
    form === 'auth' ? authErrorOf(code).code : code
  const codeOf = (answer: Response) => (form === 'auth' ? answer.json().code : answer.json().error.code)

  test('refuses a caller without a session with 401 and an expired guest with 403', async () => {
    const nobody = await send(key, 'nobody')
    expect([nobody.statusCode, codeOf(nobody)]).toEqual([401, refusal('not-signed-in')])
    const expired = await send(key, 'expired guest')
    expect([expired.statusCode, codeOf(expired)]).toEqual([403, refusal('access-expired')])
  })

  const present = callers.filter((caller) => caller !== 'nobody' && caller !== 'expired guest')

  test.each(present.filter((caller) => !holds(caller)))(
    'refuses %s, who lacks the permission, with 403',
    async (caller) => {
      const answer = await send(key, caller)
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, refusal('not-allowed')])
    },
  )

  // The page of an owner request says that access is denied (specification, section 2).
  const hidden = key.includes('/owner-requests/') ? 403 : 404
  test.each(present.filter((caller) => holds(caller) && (blind(caller) || isPersonal(key))))(
    'shows %s nothing of somebody else’s things, and changes none of them',
    async (caller) => {
      const before = await state()
      const answer = await send(key, caller)
      const about = namesThings(key)
      if (about) expect([answer.statusCode, answer.body]).toEqual([told[key] ?? hidden, answer.body])
      expect(answer.body).not.toContain(secret)
      expect(answer.body).not.toContain('granddaughter')
      if (about) expect(await state()).toEqual(before)
    },
  )
})

/** Tells whether a sample names an object of the other person, in its path, its query or its body. */
function namesThings(key: EndpointKey): boolean {
  // Anybody may ask for a document, whatever they know of it.
  if (key === 'POST /api/requests') return false
  const sent = JSON.stringify([addressOf(key).url, (bodies as Record<string, object>)[key]])
  // Numbers of events are short, and stand in much that is sent.
  const { eventId: _, ...unique } = ids
  return key.includes(':eventId') || Object.values(unique).some((id) => sent.includes(id))
}

/** Calls about what is its owner's alone: administrators and trustees are refused too. */
const isPersonal = (key: EndpointKey): boolean =>
  /:(token|session|device|factor|identity|upload|takeOut)Id/.test(key)

/** Calls about several things, which do nothing with those that are not there for the caller. */
const told: Partial<Record<EndpointKey, number>> = {
  'POST /api/documents/share': 200,
  'POST /api/documents/share/undo': 409,
  'POST /api/documents/access': 200,
  'POST /api/documents/preview': 200,
  'POST /api/users/bulk/preview': 200,
  'POST /api/users/bulk': 200,
  'POST /api/access/bulk/preview': 200,
  'POST /api/access/bulk': 409,
}

/** Reads what must not have changed after a refusal. */
async function state() {
  const { db } = app.services.database
  return {
    grants: await db.select().from(documentAccess),
    requests: await db.select().from(accessRequests),
    organizations: await db.select().from(organizations),
    invitations: await db.select().from(invitations),
    providers: await db.select().from(identityProviders),
    domains: await db.select().from(identityDomains),
    tokensAndSessions: await db.$count(sessions, eq(sessions.userId, ids.userId)),
    devices: await db.select().from(devices),
    identities: await db.select().from(authAccounts),
    factors: await db.select().from(factors),
    uploads: await db.select().from(uploads),
    takeOuts: await db.select().from(takeOuts),
    documents: await db.select().from(documents),
    events: await db.$count(auditEvents, ne(auditEvents.event, 'call_refused')),
  }
}

test.each(open)('%s is public, and shows a stranger nothing', async (key) => {
  const answer = await send(key, 'nobody')
  expect(answer.body).not.toContain(secret)
  expect(answer.body).not.toContain(ids.userId)
})

test('every registered route is in the contract or one of the few other routes', async () => {
  const known = new Set<string>([
    ...Object.keys(endpoints),
    ...otherKeys,
    'GET /dev/mailbox',
    'GET /api/oauth/start',
    'GET /api/oauth/callback',
    'GET /api/saml/metadata',
    'POST /api/saml/acs',
    'GET /dev/mailbox/:id',
  ])
  const registered = app.routes.filter(({ url }) => /^\/(api|auth)\//.test(url) || url.startsWith('/dev'))
  expect(registered.length).toBeGreaterThan(30)
  for (const { method, url } of registered) {
    // HEAD is GET without the body.
    const key = `${method === 'HEAD' ? 'GET' : method} ${url}`
    expect(known, key).toContain(key)
  }
})

test('another site’s page cannot change anything, whoever is signed in', async () => {
  const admin = people.get('admin') ?? null
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ]) {
    const answer = await app.call(admin, 'DELETE', `/api/documents/${ids.documentId}`, undefined, { headers })
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'wrong-origin'])
  }
  const rebound = await app.call(admin, 'GET', '/api/documents', undefined, {
    headers: { host: 'evil.example' },
  })
  expect(rebound.statusCode).toBe(403)
})

test('a forged or foreign session cookie is not accepted', async () => {
  const admin = people.get('admin')
  if (!admin) throw new Error('no admin')
  for (const cookie of [
    admin.cookie.slice(0, -6),
    admin.cookie.replace(/=.{4}/, '=AAAA'),
    'deedbox.session_token=',
    'x'.repeat(9_000),
  ]) {
    expect((await app.call({ ...admin, cookie }, 'GET', '/api/documents')).statusCode).toBe(401)
  }
})

test('a NUL in any text is an input error, not a server error', async () => {
  const admin = people.get('admin') ?? null
  const invited = { ...person, firstName: 'No\u0000body', role: 'guest' }
  for (const answer of [
    await app.call(admin, 'POST', '/api/invitations', invited),
    await app.call(admin, 'GET', '/api/users?search=a%00b'),
  ]) {
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid-input'])
  }
})
