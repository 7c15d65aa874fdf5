import { randomUUID } from 'node:crypto'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { type EndpointKey, type Endpoints, endpoints } from '@deedbox/contract/endpoints.ts'
import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { expect } from 'vitest'
import { authAccounts, devices, sessions } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { copies } from '../../db/tables/copies.ts'
import { enquiries } from '../../db/tables/enquiries.ts'
import { inspections } from '../../db/tables/inspections.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { matterImports } from '../../db/tables/matter-imports.ts'
import { matterRuns } from '../../db/tables/matters.ts'
import { documentReviews } from '../../db/tables/reviews.ts'
import { pushSubscriptions } from '../../db/tables/sign-in.ts'
import { begun } from '../../documents/uploads/client.testing.ts'
import type { Person, TestApp } from '../../testing/app.ts'

/* A sample of every call, about what belongs to one person. */

export const secret = 'Estate of the late Wilhelmina Quill'

/** The objects of {@link makeThings}, once they are there. */
export const ids = {
  ...{ userId: '', organizationId: '', documentId: '', grantId: '', mailId: '', invitationId: '' },
  ...{
    accessRequestId: '',
    ownerRequestId: '',
    providerId: '',
    domainId: '',
    enquiryId: '',
    holdId: '',
    reviewId: '',
    linkId: '',
    copyId: '',
    matterId: '',
    dueDateId: '',
    partyId: '',
    roleId: '',
    ruleId: '',
    shareId: '',
    packetId: '',
    originalId: '',
    movementId: '',
    placeId: '',
    stockTakeId: '',
    nominationId: '',
    nomineeId: '',
    runId: '',
    deathId: '',
    importId: '',
    inspectionId: '',
    entitledId: '',
  },
  eventId: '',
  /** Ids that are their owner's alone, whoever else is an administrator. */
  ...{
    tokenId: '',
    sessionId: '',
    deviceId: '',
    identityId: '',
    checkId: '',
    factorId: '',
    uploadId: '',
    takeOutId: '',
  },
  pushSubscriptionId: '',
}

type WithBody = { [K in EndpointKey]: Endpoints[K] extends { body: unknown } ? K : never }[EndpointKey]

const day = '2031-01-01'
export const person = { email: 'someone@example.com', firstName: 'Some', lastName: 'One' }
const noAddress = { address: '', city: '', state: '', postalCode: '' }
export const organization = {
  ...{ name: 'Harbour Legal', abn: '', acn: '', address: '', city: '', state: '', postalCode: '' },
  ...{ contactName: '', contactEmail: '', contactPhone: '' },
}
const matterSample = { name: 'Quill Family Trust', kind: 'family_trust' }
const dueDateSample = { kind: 'vesting', title: 'Vesting', dueOn: day }
const identitySample = { checkedOn: '2020-01-01', how: 'in_person', by: 'Olive Owner' }
const roleSample = { role: 'trustee', from: {} }
const originalSample = { title: secret, receivedFrom: 'Ann Quill' }
const ruleSample = {
  ...{
    kind: 'distribution',
    title: 'Distribute',
    documentKinds: [],
    matterKinds: ['estate'],
    monthDay: '06-30',
  },
  ...{ months: 0, days: 0, place: null, act: '', source: '', readOn: null, certainty: 'unverified' },
  ...{ validFrom: null, validTo: null, note: '' },
}
const inspectionSample = {
  ...{ name: 'Nora Quill', email: 'nora@example.com', deceased: 'Ada Quill', message: secret },
}
const entitledSample = { state: 'NSW', title: 'A child', certainty: 'unverified' }
const nominationSample = {
  ...{ waitDays: 30, lastsDays: 30 },
  nominees: [{ email: 'nominee@example.com', name: 'Nora Quill' }],
}
const credential = { id: 'eA', rawId: 'eA', type: 'public-key' }
const passkeyAnswer = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'eA', signature: 'eA' },
}
const newPasskey = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'eA' } }
/** Keys of the example in RFC 8291. */
const pushKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const identityProvider = {
  ...{ name: 'Harbour ID', issuer: 'https://id.example', clientId: 'deedbox', clientSecret: 'secret' },
}
/** Returns the other person's grant, once there is one. */
const ofGrant = (more: object = {}) => ({
  ...more,
  get grantIds() {
    return [ids.grantId]
  },
})
/** Returns the other person's document, once there is one. */
function chosen(more: object = {}) {
  return {
    ...more,
    get documentIds() {
      return [ids.documentId]
    },
  }
}
export const bodies: Record<WithBody, object> = {
  'POST /api/session': { email: 'someone@example.com', password: 'wrong password' },
  'POST /api/documents/:documentId/destruction': { title: 'A note', reason: 'No longer needed' },
  'POST /api/keys/escrow': { parts: 3, threshold: 2 },
  'POST /api/keys/drill': { parts: ['abandon'] },
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
  'POST /api/password/reset/check': { token: 'x'.repeat(32) },
  'POST /api/setup/:token': { ...person, password: 'Correct-Horse-9' },
  'POST /api/tokens': { name: 'A script', scopes: ['read'], expiresOn: day },
  'POST /api/push-subscriptions': {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/someone',
    keys: pushKeys,
    names: false,
  },
  'PUT /api/push-subscriptions/:pushSubscriptionId': { names: true },
  'PUT /api/profile': { firstName: 'Some', lastName: 'One', phone: '', ...noAddress },
  'PUT /api/preferences': {
    dates: 'iso',
    theme: null,
    mails: {},
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
  'POST /api/users/export': {
    get userIds() {
      return [ids.userId]
    },
  },
  'POST /api/users/bulk/preview': {
    act: 'deactivate',
    get ids() {
      return [ids.userId]
    },
  },
  'POST /api/users/bulk': {
    act: 'withdraw',
    get ids() {
      return [ids.invitationId]
    },
  },
  'POST /api/users/:userId/role': { role: 'requestor' },
  'POST /api/users/:userId/access-expiry': { expiresOn: day },
  'POST /api/users/:userId/hand-over': {
    parts: [{ kind: 'documents', email: 'someone@example.com' }],
  },
  'POST /api/sign-in/way': { email: 'someone@example.com' },
  'POST /api/providers': {
    get organizationId() {
      return ids.organizationId
    },
    ...identityProvider,
    kind: 'oidc',
  },
  'PUT /api/providers/:providerId': { ...identityProvider, issuer: 'https://evil.example' },
  'POST /api/providers/:providerId/domains': { domain: 'evil.example' },
  'PUT /api/providers/:providerId/domains/:domainId': { required: true },
  'POST /api/identities': { providerId: 'nobody' },
  'POST /api/matters': matterSample,
  'PUT /api/matters/:matterId': { ...matterSample, updatedAt: '2031-01-01T00:00:00Z' },
  'POST /api/matters/:matterId/documents': chosen(),
  'POST /api/matters/:matterId/documents/remove': chosen(),
  'POST /api/nominations': {
    ...nominationSample,
    get documentId() {
      return ids.documentId
    },
  },
  'PUT /api/nominations/:nominationId/absences': { absences: [], updatedAt: '2031-01-01T00:00:00Z' },
  'POST /api/nominations/:nominationId/end': { reason: 'She changed her mind' },
  'POST /api/nominations/:nominationId/stop': { reason: 'I am well' },
  'POST /api/nominations/:nominationId/agree': { askingId: '6f1cdd53-4d55-4c6c-8dd2-9c5d9c7f1a01' },
  'POST /api/inspections': {
    ...inspectionSample,
    groundId: '5d2f8a10-6c1b-4e0e-9a57-880000000001',
    started: 'x'.repeat(40),
  },
  'POST /api/inspections/:inspectionId/give': chosen({ accessLevel: 'view', expiresOn: day }),
  'POST /api/inspections/:inspectionId/refuse': { refusal: 'entitled' },
  'POST /api/entitled': entitledSample,
  'PUT /api/entitled/:entitledId': { ...entitledSample, updatedAt: '2031-01-01T00:00:00Z' },
  'POST /api/nominated/:nomineeId/ask': { message: 'She died' },
  'POST /api/due-dates': {
    ...dueDateSample,
    get matterId() {
      return ids.matterId
    },
  },
  'POST /api/date-rules': ruleSample,
  'PUT /api/date-rules/:ruleId': { ...ruleSample, updatedAt: '2031-01-01T00:00:00Z' },
  'PUT /api/due-dates/:dueDateId': { ...dueDateSample, updatedAt: '2031-01-01T00:00:00Z' },
  'POST /api/due-dates/:dueDateId/done': { note: 'Filed' },
  'POST /api/due-dates/:dueDateId/postpone': { dueOn: '2032-01-01', reason: 'They are away' },
  'POST /api/due-dates/:dueDateId/not-needed': { reason: 'It was sold' },
  'POST /api/matter-runs': { runId: randomUUID(), clients: [{ name: 'Nobody', kind: 'person' }] },
  'POST /api/matter-runs/:runId/undo': {},
  'POST /api/matters/:matterId/shares': {
    ...{ recipients: [{ email: person.email, invite: {} }], later: true, expiresOn: day },
  },
  'POST /api/matters/:matterId/shares/:shareId/renew': { expiresOn: day },
  'POST /api/matters/:matterId/roles': { ...roleSample, party: { kind: 'person', name: secret } },
  'POST /api/matters/:matterId/roles/:roleId/end': { day },
  'POST /api/matters/:matterId/roles/:roleId/correct': { ...roleSample, reason: 'Read again' },
  'PUT /api/parties/:partyId': { kind: 'person', name: 'Ann', updatedAt: '2031-01-01T00:00:00Z' },
  'POST /api/parties/:partyId/identity-checks': identitySample,
  'PUT /api/identity-checks/:checkId/people': { emails: [] },
  'POST /api/identity-checks/:checkId/withdraw': { reason: 'Another person' },
  'POST /api/parties/:partyId/death': { diedOn: '2020-01-02' },
  'POST /api/deaths/:deathId/correct': { diedOn: '2020-01-03', reason: 'Read again' },
  'POST /api/parties/:partyId/powers': {
    get document() {
      return ids.documentId
    },
    get grantIds() {
      return [ids.grantId]
    },
  },
  'POST /api/parties/:partyId/powers/remove': {
    get grantIds() {
      return [ids.grantId]
    },
  },
  'POST /api/parties/:partyId/merge': {
    get into() {
      return ids.partyId
    },
  },
  'POST /api/packets': {
    get matterId() {
      return ids.matterId
    },
    originals: [originalSample],
  },
  'POST /api/packets/:packetId/originals': originalSample,
  'PUT /api/packets/:packetId/originals/:originalId': {
    ...originalSample,
    updatedAt: '2031-01-01T00:00:00Z',
  },
  'POST /api/packets/:packetId/originals/:originalId/move': { reason: 'It was lent' },
  'POST /api/packets/:packetId/movements': { kind: 'out', outside: 'Ann Quill', reason: 'To sign' },
  'POST /api/packets/:packetId/movements/:movementId/correct': { why: 'It was misread' },
  'POST /api/packets/:packetId/movements/:movementId/receipt': {
    signedBy: 'Ann Quill',
    strokes: [[{ x: 0, y: 0 }]],
  },
  'POST /api/packets/:packetId/papers': {
    kind: 'photograph',
    get of() {
      return ids.originalId
    },
    get documentId() {
      return ids.documentId
    },
  },
  'POST /api/stock-takes': { placeIds: [] },
  'POST /api/stock-takes/:stockTakeId/scans': { id: randomUUID(), code: 'P-000001' },
  'POST /api/places': { place: 'Strong room' },
  'POST /api/places/:placeId/retire': { retired: true },
  'POST /api/organizations': { ...organization, name: 'Another firm' },
  'PUT /api/organizations/:organizationId': { ...organization, updatedAt: '2031-01-01T00:00:00Z' },
  'POST /api/invitations': { ...person, role: 'guest', expiresOn: day },
  'POST /api/documents/share': {
    get documentIds() {
      return [ids.documentId]
    },
    recipients: [{ email: 'someone@example.com' }],
  },
  'POST /api/documents/share/undo': ofGrant(),
  'POST /api/documents/access': chosen(),
  'POST /api/documents/download': chosen(),
  'POST /api/documents/delete': chosen(),
  'POST /api/documents/restore': chosen(),
  'POST /api/documents/duplicates': { hashes: ['0'.repeat(64)] },
  'POST /api/documents/correct': {
    get documents() {
      return [{ id: ids.documentId, updatedAt: null }]
    },
    changes: { title: 'Mine now' },
  },
  'POST /api/documents/archive': chosen({ grants: 'end' }),
  'POST /api/documents/unarchive': chosen(),
  'POST /api/documents/confirm': chosen(),
  'POST /api/documents/preview': chosen({ action: 'delete' }),
  'POST /api/document-links': {
    get from() {
      return ids.documentId
    },
    relation: 'varies',
    to: '00000000-0000-4000-8000-000000000000',
  },
  'POST /api/document-versions': {
    get documentId() {
      return ids.documentId
    },
    versionOf: '00000000-0000-4000-8000-000000000000',
  },
  'POST /api/documents/:documentId/copies/certified': {
    ...{
      sightingId: '00000000-0000-4000-8000-000000000000',
      capacity: 'notary',
      registration: '1',
      stated: true,
    },
  },
  'POST /api/copies/:copyId/withdraw': { reason: 'A page is missing' },
  'PUT /api/copies/:copyId/checked': { checked: false },
  'POST /api/check': { code: '0000-0000-0000-0000' },
  'PUT /api/documents/:documentId/signatories': { signatories: [], was: [] },
  'POST /api/documents/:documentId/access': { email: 'someone@example.com' },
  'POST /api/documents/:documentId/unlock': { password: 'open' },
  'POST /api/documents/:documentId/pages/shown': { pages: [1] },
  'POST /api/access/:grantId/renew': {},
  'POST /api/access/:grantId/extension': {},
  'POST /api/requests': {
    get documentId() {
      return ids.documentId
    },
    documentName: 'A will',
    clientEmail: 'someone@example.com',
  },
  'POST /api/requests/browse': { channel: 'email' },
  'POST /api/requests/:requestId/approve': {},
  'POST /api/requests/:requestId/deny': {},
  'POST /api/take-outs': {
    get organizationId() {
      return ids.organizationId
    },
  },
  'POST /api/audit/evidence': { filter: { person: 'nobody@example.com' }, withDocuments: false },
  'POST /api/access/bulk/preview': ofGrant({ action: 'revoke' }),
  'POST /api/access/bulk': ofGrant({ action: 'revoke' }),
  'POST /api/owner-requests': { ownerEmail: 'someone@example.com', message: 'Please' },
  'POST /api/owner-requests/:requestId/share': chosen(),
  'POST /api/contact': { name: 'Some One', phone: '0400 000 000', message: 'Hello', started: 'x'.repeat(32) },
  'PUT /api/enquiries/:enquiryId': { answered: true },
  'POST /api/holds': {
    kind: 'document',
    get subject() {
      return ids.documentId
    },
    reason: 'A claim',
  },
  'POST /api/holds/:holdId/lift': { why: 'Settled' },
  'POST /api/organizations/:organizationId/leaving': { reason: 'They merge' },
  'POST /api/organizations/:organizationId/stay': { reason: 'They stay' },
  'POST /api/organizations/:organizationId/destruction': {
    ...{ kind: 'waiver', words: 'They want nothing', givenBy: 'Ann Quill', givenOn: '2026-01-01' },
  },
  'POST /api/reviews/:reviewId/decide': { outcome: 'keep', nextOn: '2999-01-01' },
  'POST /api/announcements': {
    ...{ id: randomUUID(), subject: 'A notice', text: 'Hello' },
    audience: { kind: 'people', chosen: ['someone@example.com'] },
  },
  'POST /api/announcements/preview': { subject: 'A notice', text: 'Hello', audience: { kind: 'everybody' } },
  'POST /api/log/settle': { findingId: 999_999, reason: 'Found out' },
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

export const addressOf = (key: EndpointKey) => {
  const values: Record<string, string> = {
    ...ids,
    requestId: key.includes('/owner-requests/') ? ids.ownerRequestId : ids.accessRequestId,
    ...{ page: '1', file: 'documents-audit.csv', prefix: '00000', token: randomUUID() },
  }
  const [method = '', pattern = ''] = key.split(' ')
  const url = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new Error(`No sample for :${name}; give one here`)
    return value
  })
  const queries: Partial<Record<EndpointKey, string>> = {
    'GET /api/users/:userId/hand-over/rows': '?kind=documents',
    'GET /api/documents/:documentId/search': '?text=box',
    'GET /api/documents/:documentId/text': '?from=1&to=2',
    'GET /api/documents/:documentId/thumbnails': '?from=1&to=2',
    'GET /api/clients/one': '?name=Quill',
    'GET /api/clients/history': '?name=Quill',
    'POST /api/documents': '?fileName=a.txt&title=A',
    'POST /api/nominated/:nomineeId/evidence': '?fileName=a.txt',
    'POST /auth/v1/token': '?grant_type=password',
    'GET /api/people': '?text=olive',
    'GET /api/search': '?text=olive',
    'GET /api/packets/:packetId/print': '?on=2031-01-01',
    'GET /api/packets/by-number': '?number=P-000001',
    'POST /api/matter-imports': '?kind=matters',
    'POST /api/matter-imports/preview': '?kind=matters',
    'GET /api/matters/:matterId/roles/print': '?on=2031-01-01',
    'GET /api/matters/:matterId/owners/export': '?on=2031-01-01',
    'GET /api/matters/:matterId/owners/print': '?on=2031-01-01',
  }
  return { method, url: url + (queries[key] ?? '') }
}

/** Makes one of everything that calls are about. */
export async function makeThings(app: TestApp): Promise<{ admin: Person; owner: Person }> {
  const { db } = app.services.database
  const [at, now] = [new Date(), { createdAt: new Date(), updatedAt: new Date() }]
  const admin = await app.person('admin')
  ids.organizationId = await organizationOf(app, admin, organization)
  const owner = await app.person('trustee', { name: 'Olive Owner', organizationId: ids.organizationId })
  ids.userId = owner.id
  const title = encodeURIComponent(secret)
  const stored = await must(
    app.call(owner, 'POST', `/api/documents?fileName=will.txt&title=${title}`, undefined, {
      payload: 'I leave the box to my granddaughter.',
      headers: { 'content-type': 'text/plain' },
    }),
  )
  ids.documentId = stored.document.id
  const friend = await app.person('requestor', { organizationId: ids.organizationId })
  const { email } = friend
  const make = async (as: Person, call: string, body: object) => must(app.call(as, 'POST', call, body))
  ids.grantId = (await make(owner, `/api/documents/${ids.documentId}/access`, { email })).grant.id
  const [mail] = await db.select().from(mailMessages)
  ids.mailId = mail?.id ?? ''
  const invited = { email: 'invited@example.com', role: 'requestor', organization: organization.name }
  ids.invitationId = (await make(admin, '/api/invitations', invited)).invitation.id
  const asked = { documentName: secret, clientEmail: 'someone@example.com' }
  ids.accessRequestId = (await make(friend, '/api/requests', asked)).request.id
  const wanted = { ownerEmail: owner.email, message: secret }
  ids.ownerRequestId = (await make(friend, '/api/owner-requests', wanted)).request.id
  const trust = { ...matterSample, organizationId: ids.organizationId }
  ids.matterId = (await make(owner, '/api/matters', trust)).matter.id
  const vesting = { ...dueDateSample, matterId: ids.matterId }
  ids.dueDateId = (await make(owner, '/api/due-dates', vesting)).dueDate.id
  const trustee = { ...roleSample, party: { kind: 'person', name: secret } }
  const { role } = await make(owner, `/api/matters/${ids.matterId}/roles`, trustee)
  ids.roleId = role.id
  ids.partyId = role.party.id
  const held = { documentIds: [ids.documentId] }
  await app.call(owner, 'POST', `/api/matters/${ids.matterId}/documents`, held)
  const shared = { recipients: [{ email: friend.email }], later: true, expiresOn: inDays(30) }
  const sharing = await app.call(owner, 'POST', `/api/matters/${ids.matterId}/shares`, shared)
  const ofRun = { id: randomUUID(), begunBy: owner.id, begunByName: 'Olive Owner', begunAt: at }
  ids.runId = idOf(await db.insert(matterRuns).values(ofRun).returning())
  ids.shareId = sharing.json().results[0].shareId
  ids.placeId = (await make(owner, '/api/places', { place: 'Safe deposit' })).place.id
  ids.stockTakeId = (await make(owner, '/api/stock-takes', { placeIds: [] })).stockTake.id
  const bundle = { matterId: ids.matterId, originals: [originalSample] }
  const { packet } = await make(owner, '/api/packets', bundle)
  ids.packetId = packet.id
  ids.originalId = packet.contents[0].id
  ids.movementId = packet.entries[0].id
  const checks = `/api/parties/${ids.partyId}/identity-checks`
  ids.checkId = (await make(owner, checks, identitySample)).check.id
  ids.deathId = (await make(owner, `/api/parties/${ids.partyId}/death`, { diedOn: '2020-01-01' })).death.id
  ids.ruleId = (await make(admin, '/api/date-rules', ruleSample)).rule.id
  const { nomination } = await make(owner, '/api/nominations', {
    ...nominationSample,
    documentId: ids.documentId,
  })
  ids.nominationId = nomination.id
  ids.nomineeId = nomination.nominees[0].id
  ids.entitledId = (await make(admin, '/api/entitled', entitledSample)).entitled.id
  const asking = { ...inspectionSample, phone: '', groundId: ids.entitledId }
  ids.inspectionId = idOf(
    await db
      .insert(inspections)
      .values({ ...asking, formId: randomUUID(), createdAt: at })
      .returning(),
  )
  const provider = { ...identityProvider, organizationId: ids.organizationId, kind: 'oidc' }
  ids.providerId = (await make(admin, '/api/providers', provider)).provider.id
  const domain = { domain: 'harbour.example' }
  const { provider: given } = await make(admin, `/api/providers/${ids.providerId}/domains`, domain)
  ids.domainId = given.domains[0].id

  const token = { name: 'A script', scopes: ['read'], expiresOn: inDays(30) }
  ids.tokenId = (await make(owner, '/api/tokens', token)).token.id
  ids.factorId = (await make(owner, '/api/factors/totp', {})).factorId
  const [event] = await db.select().from(auditEvents).where(eq(auditEvents.event, 'document_uploaded'))
  ids.eventId = String(event?.id)
  ids.takeOutId = (await make(owner, '/api/take-outs', { organizationId: null })).takeOut.id
  ids.uploadId = (await begun(app, owner, 10)).split('/').at(-1) ?? ''
  const userId = owner.id
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
  ids.sessionId = session?.id ?? ''
  const device = { userId, key: 'x', createdAt: at, lastUsedAt: at, rememberedUntil: new Date(8e12) }
  ids.deviceId = idOf(await db.insert(devices).values(device).returning())
  const browser = { userId, sessionId: ids.sessionId, endpoint: 'https://push.example/x', ...pushKeys }
  ids.pushSubscriptionId = idOf(
    await db
      .insert(pushSubscriptions)
      .values({ ...browser, createdAt: at })
      .returning(),
  )
  const identity = { userId, accountId: 'x', providerId: ids.providerId, ...now }
  ids.identityId = idOf(await db.insert(authAccounts).values(identity).returning())
  const words = { name: 'Ann', email: 'ann@example.com', phone: '', subject: 'A will', message: secret }
  const enquiry = { ...words, formId: randomUUID(), createdAt: at }
  ids.enquiryId = idOf(await db.insert(enquiries).values(enquiry).returning())
  const hold = { kind: 'person', subject: owner.id, reason: secret }
  ids.holdId = (await make(admin, '/api/holds', hold)).hold.id
  const varied = await must(
    app.call(owner, 'POST', '/api/documents?fileName=b.txt&title=B', undefined, {
      payload: 'The deed that is varied.',
      headers: { 'content-type': 'text/plain' },
    }),
  )
  const link = { from: ids.documentId, relation: 'varies', to: varied.document.id }
  ids.linkId = (await make(owner, '/api/document-links', link)).id
  const imported = { kind: 'matters' as const, fileName: '', overwrite: false, startedBy: owner.id }
  ids.importId = idOf(
    await db
      .insert(matterImports)
      .values({ ...imported, startedAt: at, endedAt: at })
      .returning(),
  )
  const copied = await make(owner, `/api/documents/${varied.document.id}/copies/verified`, {})
  ids.copyId = idOf(
    await db.select({ id: copies.id }).from(copies).where(eq(copies.documentId, copied.documentId)),
  )
  const review = { documentId: ids.documentId, dueOn: inDays(0) }
  ids.reviewId = idOf(await db.insert(documentReviews).values(review).returning())
  expect(Object.entries(ids).filter(([, id]) => !id)).toEqual([])
  return { admin, owner }
}

const idOf = ([row]: { id: string }[]) => row?.id ?? ''
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

async function must(calling: Promise<Response>) {
  const answer = await calling
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

export const organizationOf = async (app: TestApp, admin: Person, details: object): Promise<string> =>
  (await must(app.call(admin, 'POST', '/api/organizations', details))).organization.id

/** Makes a call as somebody, or nobody. */
export async function send(app: TestApp, key: EndpointKey, as: Person | null): Promise<Response> {
  const { method, url } = addressOf(key)
  const endpoint: Endpoint = endpoints[key]
  if (!endpoint.takesFile) return app.call(as, method, url, (bodies as Record<string, object>)[key])
  const headers = { 'content-type': 'text/plain', ...(url.startsWith('/api/uploads') && tus) }
  return app.call(as, method, url, undefined, { payload: 'a', headers })
}
const tus = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}
