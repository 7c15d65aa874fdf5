import { randomUUID } from 'node:crypto'
import { authErrorOf } from '@deedbox/contract/auth-errors.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { type EndpointKey, type Endpoints, endpoints } from '@deedbox/contract/endpoints.ts'
import { permissionsOf, roles } from '@deedbox/contract/permissions.ts'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitations, organizations } from '../db/tables/accounts.ts'
import { auditEvents } from '../db/tables/audit.ts'
import { documentAccess } from '../db/tables/documents.ts'
import { mailMessages } from '../db/tables/mail.ts'
import { accessRequests } from '../db/tables/requests.ts'
import { identityDomains, identityProviders } from '../db/tables/sign-in.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'
import { otherKeys } from './openapi/other-routes.ts'

/*
 * Every route × every kind of caller × somebody else's object. The routes come from the contract's table and the bodies
 * below are typed by it: a new route without a sample does not compile, and an unguarded one fails.
 */

type WithBody = { [K in EndpointKey]: Endpoints[K] extends { body: unknown } ? K : never }[EndpointKey]

const day = '2031-01-01'
const person = { email: 'someone@example.com', firstName: 'Some', lastName: 'One' }
const noAddress = { address: '', city: '', state: '', postalCode: '' }
const organization = {
  ...{ name: 'Harbour Legal', abn: '', acn: '', address: '', city: '', state: '', postalCode: '' },
  ...{ contactName: '', contactEmail: '', contactPhone: '' },
}
const credential = { id: 'eA', rawId: 'eA', type: 'public-key' }
const passkeyAnswer = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'eA', signature: 'eA' },
}
const newPasskey = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'eA' } }
const identityProvider = {
  ...{ name: 'Harbour ID', issuer: 'https://id.example', clientId: 'deedbox', clientSecret: 'secret' },
}
/** The other person's document, once there is one. */
function chosen(more: object = {}) {
  return {
    ...more,
    get documentIds() {
      return [documentId]
    },
  }
}
const bodies: Record<WithBody, object> = {
  'POST /api/session': { email: 'someone@example.com', password: 'wrong password' },
  'POST /api/session/proof': { password: 'wrong password' },
  'PUT /api/password': { password: 'Correct-Horse-9' },
  'POST /api/session/passkey': { response: passkeyAnswer },
  'POST /api/factors/passkeys': { name: 'Phone', response: newPasskey },
  'POST /api/session/factor': { code: '000000' },
  'POST /api/factors/totp': {},
  'POST /api/factors/totp/:factorId/verify': { code: '000000' },
  'PUT /api/factors/:factorId': { name: 'A phone' },
  'POST /api/functions/auth-send-verification': person,
  'POST /api/functions/auth-verify-otp': { ...person, code: '000000', password: 'Correct-Horse-9' },
  'POST /api/password/forgot': { email: 'someone@example.com' },
  'POST /api/password/reset': { token: 'x'.repeat(32), password: 'Correct-Horse-9' },
  'POST /api/setup/:token': { ...person, password: 'Correct-Horse-9' },
  'POST /api/tokens': { name: 'A script', scopes: ['read'], expiresOn: day },
  'PUT /api/profile': { firstName: 'Some', lastName: 'One', phone: '', ...noAddress },
  'PUT /api/preferences': {
    dates: 'iso',
    theme: null,
    mails: { accessEnding: true, requests: true, newTrustees: true },
    folded: ['figures'],
    firstSteps: false,
  },
  'POST /api/profile/email': { email: 'someone@example.com', password: 'wrong password' },
  'POST /api/profile/email/confirm': {
    email: 'someone@example.com',
    currentCode: '000000',
    newCode: '000000',
  },
  'POST /api/profile/close': { password: 'wrong password' },
  'POST /api/profile/hand-over': { email: 'someone@example.com' },
  'POST /api/sign-in-phone': { phone: '0412 345 678' },
  'POST /api/sign-in-phone/confirm': { phone: '0412 345 678', code: '000000' },
  'POST /api/session/phone': { phone: '0412 345 678' },
  'POST /api/session/phone/code': { phone: '0412 345 678', code: '000000' },
  'POST /api/users/:userId/role': { role: 'requestor' },
  'POST /api/users/:userId/access-expiry': { expiresOn: day },
  'POST /api/users/:userId/hand-over': { email: 'someone@example.com' },
  'POST /api/sign-in/way': { email: 'someone@example.com' },
  'POST /api/providers': {
    get organizationId() {
      return organizationId
    },
    ...identityProvider,
    kind: 'oidc',
  },
  'PUT /api/providers/:providerId': { ...identityProvider, issuer: 'https://evil.example' },
  'POST /api/providers/:providerId/domains': { domain: 'evil.example' },
  'PUT /api/providers/:providerId/domains/:domainId': { required: true },
  'POST /api/identities': { providerId: 'nobody' },
  'POST /api/organizations': { ...organization, name: 'Another firm' },
  'PUT /api/organizations/:organizationId': { ...organization, updatedAt: '2031-01-01T00:00:00Z' },
  'POST /api/invitations': { ...person, role: 'guest', expiresOn: day },
  'POST /api/documents/share': {
    get documentIds() {
      return [documentId]
    },
    recipients: [{ email: 'someone@example.com' }],
  },
  'POST /api/documents/share/undo': {
    get grantIds() {
      return [grantId]
    },
  },
  'POST /api/documents/access': chosen(),
  'POST /api/documents/download': chosen(),
  'POST /api/documents/delete': chosen(),
  'POST /api/documents/restore': chosen(),
  'POST /api/documents/duplicates': { hashes: ['0'.repeat(64)] },
  'POST /api/documents/correct': {
    get documents() {
      return [{ id: documentId, updatedAt: null }]
    },
    changes: { title: 'Mine now' },
  },
  'POST /api/documents/archive': chosen({ grants: 'end' }),
  'POST /api/documents/unarchive': chosen(),
  'POST /api/documents/confirm': chosen(),
  'POST /api/documents/preview': chosen({ action: 'delete' }),
  'POST /api/documents/:documentId/access': { email: 'someone@example.com' },
  'POST /api/documents/:documentId/pages/shown': { pages: [1] },
  'POST /api/access/:grantId/renew': {},
  'POST /api/access/:grantId/extension': {},
  'POST /api/requests': {
    get documentId() {
      return documentId
    },
    documentName: 'A will',
    clientEmail: 'someone@example.com',
  },
  'POST /api/requests/browse': { channel: 'email' },
  'POST /api/requests/:requestId/approve': {},
  'POST /api/requests/:requestId/deny': {},
  'POST /api/take-outs': {
    get organizationId() {
      return organizationId
    },
  },
  'POST /api/access/bulk/preview': { action: 'revoke', grantIds: [randomUUID()] },
  'POST /api/access/bulk': { action: 'revoke', grantIds: [randomUUID()] },
  'POST /api/owner-requests': { ownerEmail: 'someone@example.com', message: 'Please' },
  'POST /api/owner-requests/:requestId/share': { documentIds: [randomUUID()] },
  'POST /api/contact': { name: 'Some One', phone: '0400 000 000', message: 'Hello', started: 'x'.repeat(32) },
  'PUT /api/enquiries/:enquiryId': { answered: true },
  'PUT /api/settings': { changes: {}, was: {} },
  'POST /auth/v1/sso': { domain: 'example.com' },
  'POST /auth/v1/factors': { factor_type: 'totp' },
  'POST /auth/v1/factors/:factorId/challenge': {},
  'POST /auth/v1/factors/:factorId/verify': { challenge_id: 'x', code: '000000' },
  'POST /auth/v1/signup': {
    email: 'someone@example.com',
    password: 'Correct-Horse-9',
    data: { first_name: 'Some', last_name: 'One' },
  },
  'POST /auth/v1/otp': { email: 'someone@example.com' },
  'POST /auth/v1/verify': { type: 'email', email: 'someone@example.com', token: '000000' },
  'POST /auth/v1/resend': { type: 'signup', email: 'someone@example.com' },
  'POST /auth/v1/recover': { email: 'someone@example.com' },
  'PUT /auth/v1/user': { data: { first_name: 'Some' } },
  'POST /auth/v1/token': { email: 'someone@example.com', password: 'wrong password' },
  'PUT /api/reminders': { enabled: true, daysBefore: 7, emailNotifications: true },
}

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

const secret = 'Estate of the late Wilhelmina Quill'
let app: TestApp
const people = new Map<Caller, Person | null>()
let documentId = ''
let grantId = ''
let ownerId = ''
let organizationId = ''
let invitationId = ''
let mailId = ''
let accessRequestId = ''
let ownerRequestId = ''
let providerId = ''
let domainId = ''

beforeAll(async () => {
  app = await startTestApp()
  const admin = await app.person('admin')
  organizationId = await organizationOf(admin, organization)
  const otherOrganizationId = await organizationOf(admin, { ...organization, name: 'Somebody else' })
  const owner = await app.person('trustee', { name: 'Olive Owner', organizationId })
  ownerId = owner.id
  const uploaded = await app.call(
    owner,
    'POST',
    `/api/documents?fileName=will.txt&title=${encodeURIComponent(secret)}`,
    undefined,
    { payload: 'I leave the box to my granddaughter.', headers: { 'content-type': 'text/plain' } },
  )
  expect(uploaded.statusCode, uploaded.body).toBe(201)
  documentId = uploaded.json().document.id
  const friend = await app.person('requestor', { organizationId })
  const shared = await app.call(owner, 'POST', `/api/documents/${documentId}/access`, { email: friend.email })
  grantId = shared.json().grant.id
  const [mail] = await app.services.database.db.select().from(mailMessages)
  mailId = mail?.id ?? ''
  const invited = await app.call(admin, 'POST', '/api/invitations', {
    email: 'invited@example.com',
    role: 'requestor',
    organization: organization.name,
  })
  invitationId = invited.json().invitation.id

  const requested = await app.call(friend, 'POST', '/api/requests', {
    documentName: secret,
    clientEmail: 'someone@example.com',
  })
  accessRequestId = requested.json().request.id
  const asked = await app.call(friend, 'POST', '/api/owner-requests', {
    ownerEmail: owner.email,
    message: secret,
  })
  ownerRequestId = asked.json().request.id

  const made = await app.call(admin, 'POST', '/api/providers', {
    ...identityProvider,
    organizationId,
    kind: 'oidc',
  })
  providerId = made.json().provider.id
  const domain = { domain: 'harbour.example' }
  const added = await app.call(admin, 'POST', `/api/providers/${providerId}/domains`, domain)
  domainId = added.json().provider.domains[0].id

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

async function organizationOf(admin: Person, details: object): Promise<string> {
  const made = await app.call(admin, 'POST', '/api/organizations', details)
  expect(made.statusCode, made.body).toBe(201)
  return made.json().organization.id
}

const addressOf = (key: EndpointKey) => {
  const values: Record<string, string> = {
    documentId,
    grantId,
    invitationId,
    requestId: key.includes('/owner-requests/') ? ownerRequestId : accessRequestId,
    userId: ownerId,
    organizationId,
    mailId,
    takeOutId: randomUUID(),
    tokenId: randomUUID(),
    providerId,
    domainId,
    identityId: randomUUID(),
    sessionId: randomUUID(),
    deviceId: randomUUID(),
    enquiryId: randomUUID(),
    factorId: randomUUID(),
    uploadId: randomUUID(),
    page: '1',
    file: 'documents-audit.csv',
    prefix: '00000',
    token: randomUUID(),
  }
  const [method = '', pattern = ''] = key.split(' ')
  const url = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new Error(`No sample for :${name}; give one here`)
    return value
  })
  const queries: Partial<Record<EndpointKey, string>> = {
    'GET /api/documents/:documentId/search': '?text=box',
    'GET /api/documents/:documentId/text': '?from=1&to=2',
    'GET /api/documents/:documentId/thumbnails': '?from=1&to=2',
    'GET /api/clients/one': '?name=Quill',
    'GET /api/clients/history': '?name=Quill',
    'POST /api/documents': '?fileName=a.txt&title=A',
    'POST /auth/v1/token': '?grant_type=password',
    'GET /api/people': '?text=olive',
    'GET /api/search': '?text=olive',
  }
  return { method, url: url + (queries[key] ?? '') }
}

async function send(key: EndpointKey, caller: Caller) {
  const { method, url } = addressOf(key)
  const endpoint: Endpoint = endpoints[key]
  if (endpoint.takesFile) {
    return app.call(people.get(caller) ?? null, method, url, undefined, {
      payload: 'a',
      headers: { 'content-type': 'text/plain' },
    })
  }
  return app.call(people.get(caller) ?? null, method, url, (bodies as Record<string, object>)[key])
}

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

  const about =
    /:documentId|documents\/(correct|archive|unarchive|confirm)$|:uploadId|:grantId|:requestId|:userId|:organizationId|:invitationId|:providerId|:identityId/.test(
      key,
    )
  // The page of an owner request says that access is denied (specification, section 2).
  const hidden = key.includes('/owner-requests/') ? 403 : 404
  test.each(present.filter((caller) => holds(caller) && blind(caller)))(
    about ? 'is hidden from %s' : 'tells %s nothing of a stranger’s document',
    async (caller) => {
      const before = await state()
      const answer = await send(key, caller)
      if (about) expect(answer.statusCode).toBe(hidden)
      expect(answer.body).not.toContain(secret)
      expect(answer.body).not.toContain('granddaughter')
      if (about) expect(await state()).toEqual(before)
    },
  )
})

/** What must not have changed after a refusal. */
async function state() {
  const { db } = app.services.database
  return {
    grants: await db.select().from(documentAccess),
    requests: await db.select().from(accessRequests),
    organizations: await db.select().from(organizations),
    invitations: await db.select().from(invitations),
    providers: await db.select().from(identityProviders),
    domains: await db.select().from(identityDomains),
    events: await db.$count(auditEvents),
  }
}

test.each(open)('%s is public, and shows a stranger nothing', async (key) => {
  const answer = await send(key, 'nobody')
  expect(answer.body).not.toContain(secret)
  expect(answer.body).not.toContain(ownerId)
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
    const answer = await app.call(admin, 'DELETE', `/api/documents/${documentId}`, undefined, { headers })
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
