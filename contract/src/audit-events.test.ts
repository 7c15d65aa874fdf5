import { expect, test } from 'vitest'
import type { Entry, Fields } from './audit/define.ts'
import { auditEvents, labelOf, tellEvent, wordsIn } from './audit-events.ts'
import { sentenceOf } from './audit-sentence.ts'

const words = wordsIn('Australia/Sydney')
const entries = Object.entries(auditEvents) as unknown as [string, Entry][]
const tell = (event: string, details: Record<string, unknown>, notes: string | null = null) =>
  tellEvent({ event, notes, details, forgotten: null }, words)

/** Names of details that only code reads and no sentence tells. */
const untold = /Id$|^(paths|names|sha256|turned|firstSteps|accessId)$/
/** Values of every kind of detail; the first that a detail accepts is its sample. */
const samples = [
  'sample',
  7,
  true,
  ['sample'],
  [{ field: 'title', from: 'a', to: 'b' }],
  { from: 'a', to: 'b' },
  { name: 'a', role: 'trustee' },
]
/** Samples of events whose details belong together. */
const change = { field: 'name', from: '', to: 'B' }
const movedDate = {
  ...{ dueDateId: 'd', title: 'T', matterId: 'm', matterName: 'M', organizationId: 'o' },
  ...{ dueOn: '2031-01-02', from: '2031-01-01' },
}
const packetSample = {
  ...{ matterId: 'm', matterName: 'M', organizationId: null },
  ...{ packetId: 'p', packet: 'P-000001' },
}
const ofPacket = { ...packetSample, facts: [{ field: 'place', says: 'Strong room' }] }
const death = {
  ...{ party: 'P', diedOn: '2024-05-06', what: 'seen', never: true, reason: 'R', ended: 2 },
}
const special: Record<string, Record<string, unknown>> = {
  matter_packet_received: { ...ofPacket, originals: 2 },
  matter_packet_entry: { ...ofPacket, kind: 'out' },
  matter_packet_corrected: { ...ofPacket, kind: 'out', entry: 2, never: true, reason: 'R' },
  matter_original_changed: { ...packetSample, changes: [change], originalId: 'o' },
  organization_created: { organizationId: 'o', name: 'B', imported: true, changes: [change] },
  organization_updated: { organizationId: 'o', name: 'B', changes: [change] },
  matter_created: { matterId: 'm', matterName: 'M', organizationId: null, changes: [change] },
  matter_changed: { matterId: 'm', matterName: 'M', organizationId: null, changes: [change] },
  date_rule_added: { ruleId: 'r', title: 'T', changes: [change] },
  date_rule_changed: { ruleId: 'r', title: 'T', changes: [change] },
  matter_date_changed: movedDate,
  matter_date_postponed: movedDate,
  matter_role_corrected: {
    ...{ matterId: 'm', matterName: 'M', organizationId: null, party: 'P', role: 'Trustee' },
    ...{ changes: [change], never: true, reason: 'R' },
  },
  party_identity_check: { partyId: 'p', party: 'P', what: 'recorded' },
  party_death: { ...death, partyId: 'p' },
  matter_death: { ...death, matterId: 'm', matterName: 'M', organizationId: null },
  party_changed: { partyId: 'p', party: 'P', changes: [change] },
  party_merged: { partyId: 'p', party: 'P', intoId: 'q', into: 'Q', changes: [change] },
  signed_in: { method: 'password', lacks: 'factor' },
  sign_in_failed: { step: 'SAML', fault: 'audience', provider: 'P', address: 'a' },
  factor_removed: { factorId: 'f', kind: 'totp', name: 'Phone', confirmed: false },
  domain_added: { provider: 'P', domain: 'd.au', required: true, confirmed: false },
  provider_changed: {
    from: { name: 'A', issuer: 'x' },
    to: { name: 'B', issuer: 'y' },
    newSecret: true,
    unlinked: 2,
    domain: 'd.au',
    required: true,
  },
  document_viewed: { page: 3, to: 5, text: true },
  document_searched: { page: 3, to: 5 },
  document_archived: { grants: 'end', ended: 2 },
  role_changed: { from: { role: 'guest' }, to: { role: 'trustee' } },
  announcement_sent: {
    ...{ announcementId: 'a', subject: 'S', recipients: 2, again: true },
    ...{ audience: 'roles', chosen: ['guest'] },
  },
  document_copied: {
    copyId: 'c',
    kind: 'verified',
    side: 'copy',
    pages: 2,
    sha256: 'a',
    capacity: 'notary',
    registration: '12',
    sightedOn: '2026-11-27',
  },
  document_copy_withdrawn: { copyId: 'c', kind: 'verified' },
  document_copy_checks_switched: { copyId: 'c', on: false },
  document_linked: { linkId: 'l', relation: 'varies', side: 'to', otherId: 'd' },
  document_unlinked: { linkId: 'l', relation: 'varies', side: 'to', otherId: 'd' },
  document_version_added: { side: 'later', otherId: 'd', sha256: 'a', otherSha256: 'b' },
  document_version_removed: { side: 'later', otherId: 'd', sha256: 'a', otherSha256: 'b' },
  document_corrected: { changes: [{ field: 'title', from: 'a', to: 'b' }] },
  revoked: { bulk: 2, undone: true, handedOver: true, emailChanged: { from: 'a', to: 'b' } },
}
const sampled = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, read]) => [
      name,
      samples.find((sample) => read(sample) !== undefined) ?? null,
    ]),
  )

test.each(entries)('%s tells each of its details', (event, { details: fields }) => {
  const details = special[event] ?? sampled(fields)
  const whole = tell(event, details)
  for (const name of Object.keys(details).filter((name) => !untold.test(name))) {
    const { [name]: _, ...others } = details
    expect(tell(event, others), `${event} without ${name}`).not.toBe(whole)
  }
})

test.each(entries)('%s does without details, and with those of another shape', (event, { details }) => {
  expect(tell(event, {}) ?? '').not.toMatch(/undefined|null|NaN/)
  const strange = Object.fromEntries(Object.keys(details).map((name) => [name, { strange: [] }]))
  expect(tell(event, strange) ?? '').not.toMatch(/undefined|NaN/)
})

test('sentences say what was done, to whom, from what to what', () => {
  const said = (event: string, details: Record<string, unknown>, subjectEmail: string | null = null) =>
    sentenceOf({ label: labelOf({ event, details }), subjectEmail, notes: tell(event, details) })
  expect(said('setting_changed', { setting: 'sessionDays', from: 30, to: 14 })).toBe(
    'Setting changed · Sign in again after (days) from 30 to 14',
  )
  expect(said('people_imported', { invited: 10_000, replaced: 2, rows: 10_002 })).toBe(
    'People invited by a file · 10,000 people invited, 2 invitations replaced, 10,002 rows in the file',
  )
  expect(
    said('access_granted', { level: 'view', expiresAt: '2026-12-03T12:59:59Z' }, 'jane@example.com'),
  ).toBe('Access granted: jane@example.com · View only, until 3 Dec 2026')
  expect(said('signed_in', { method: 'passkey' }, 'jane@example.com')).toBe(
    'Signed in: jane@example.com · by passkey',
  )
  expect(said('document_viewed', { page: 2, to: 4 })).toBe('Document viewed · Pages 2 to 4')
  expect(said('document_viewed', { page: 2, ahead: true })).toBe('Page sent ahead · Page 2')
  expect(said('audit_exported', { file: 'readings-audit.csv', from: '2026-10-01' })).toBe(
    'Audit report exported · “readings-audit.csv”, from 1 Oct 2026',
  )
  expect(said('people_exported', { role: 'guest', search: 'Smith' })).toBe(
    'List of people exported · search Smith, role guest',
  )
  expect(said('an_event_of_a_later_release', {})).toBe('an_event_of_a_later_release')
})
