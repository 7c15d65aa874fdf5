import { instructionKinds, instructionWords } from '../leaving-terms.ts'
import { professionalTypeLabels, roleShortLabel } from '../permissions.ts'
import type { Preferences } from '../preferences.ts'
import { count, event, flag, listOf, maybe, orNone, record, type Stored, text, value } from './define.ts'
import { filterText, fromTo, mailNamed, many, quoted, role, until, valueText } from './words.ts'

const organization = { organizationId: orNone(text) }
const destruction = { destructionId: text }
const provider = { ...organization, providerId: text }
const providerFacts = {
  name: maybe(text),
  issuer: maybe(orNone(text)),
  clientId: maybe(orNone(text)),
  signInUrl: maybe(orNone(text)),
  defaultRole: maybe(orNone(text)),
  checksSecondFactor: maybe(flag),
  enabled: maybe(flag),
}
const factLabels: Record<keyof typeof providerFacts, string> = {
  name: 'name',
  issuer: 'issuer',
  clientId: 'client id',
  signInUrl: 'sign-in address',
  defaultRole: 'role of new people',
  checksSecondFactor: 'checks the second factor',
  enabled: 'switched on',
}
const place = {
  role: text,
  professionalType: maybe(orNone(text)),
  organizationId: maybe(orNone(text)),
  accessExpiresAt: maybe(orNone(text)),
}
const changed = { changes: maybe(listOf(record({ field: text, from: value, to: value }))) }
const changesOf = ({ changes = [] }: Stored<typeof changed>) =>
  changes.map(({ field, from, to }) => `${field} ${fromTo(valueText(from), valueText(to))}`)
/** The filters of a list of people or organisations, as they were set. */
const filter = {
  search: maybe(value),
  role: maybe(value),
  organization: maybe(value),
  state: maybe(value),
  signedIn: maybe(value),
  status: maybe(value),
}

const facts = (a: Stored<typeof providerFacts> = {}, b: Stored<typeof providerFacts> = {}) =>
  Object.entries(factLabels).flatMap(([name, label]) => {
    const [from, to] = [a[name as keyof typeof a], b[name as keyof typeof b]]
    return from === to ? [] : [`${label} ${fromTo(valueText(from), valueText(to))}`]
  })
const of = ({ role: name, professionalType }: Stored<typeof place> = {}) =>
  name === undefined
    ? undefined
    : [
        roleShortLabel(name),
        professionalType && professionalTypeLabels[professionalType as keyof typeof professionalTypeLabels],
      ]
        .filter(Boolean)
        .join(', ')

/** People, their organisations and sign-in providers. */
export const people = {
  user_invited: event(
    'people',
    ['people'],
    'Person invited',
    { invitationId: text, role: text, imported: maybe(flag), again: maybe(flag) },
    (d) => [role(d.role), d.imported && 'by a file', d.again && 'again'],
  ),
  invitation_withdrawn: event('people', ['people'], 'Invitation withdrawn', { invitationId: text }, () => []),
  invitation_replaced: event(
    'people',
    ['people'],
    'Invitation replaced by an administrator',
    { invitationId: text, role: text, invitedBy: maybe(orNone(text)) },
    (d) => [role(d.role), d.invitedBy && `from ${d.invitedBy}`],
  ),
  trustee_confirmed: event('people', ['session', 'people'], 'Trustee confirmed'),
  access_expiry_set: event(
    'people',
    ['session', 'people'],
    'Access expiry set',
    { expiresOn: orNone(text) },
    ({ expiresOn }, words) => [expiresOn === null ? 'without an end' : until(expiresOn, words)],
  ),
  role_changed: event(
    'people',
    ['session', 'people'],
    'Role changed',
    { from: record(place), to: record(place) },
    ({ from, to }, words) => [
      fromTo(of(from), of(to)),
      to?.accessExpiresAt !== from?.accessExpiresAt && until(to?.accessExpiresAt, words),
    ],
  ),
  // Names that earlier releases recorded for the next two.
  person_blocked: event('people', ['session', 'people'], 'Person deactivated'),
  person_unblocked: event('people', ['session', 'people'], 'Person reactivated'),
  person_deactivated: event('people', ['session', 'people'], 'Person deactivated'),
  person_reactivated: event('people', ['session', 'people'], 'Person reactivated'),
  people_imported: event(
    'people',
    ['people'],
    'People invited by a file',
    { invited: count, replaced: count, rows: count },
    (d) => [
      many(d.invited, 'person', 'people') && `${many(d.invited, 'person', 'people')} invited`,
      Boolean(d.replaced) && `${many(d.replaced, 'invitation')} replaced`,
      many(d.rows, 'row') && `${many(d.rows, 'row')} in the file`,
    ],
  ),
  people_exported: event(
    'exports',
    [],
    'List of people exported',
    { ...filter, chosen: maybe(count) },
    ({ chosen, ...set }) => [
      chosen !== undefined && `${many(chosen, 'person', 'people')} chosen`,
      filterText(set),
    ],
  ),
  profile_updated: event(
    'people',
    ['session', 'people', 'documents', 'access'],
    'Profile updated',
    { changed: maybe(listOf(text)), name: maybe(record({ from: text, to: text })) },
    (d) => [
      d.name && fromTo(d.name.from, d.name.to) && `name ${fromTo(d.name.from, d.name.to)}`,
      d.changed && d.changed.length > 0 && `changed: ${d.changed.join(', ')}`,
    ],
  ),
  preferences_updated: event(
    'people',
    ['session'],
    'Preferences updated',
    {
      dates: maybe(value),
      theme: maybe(value),
      mails: maybe(value),
      turned: maybe(value),
      firstSteps: maybe(value),
    } satisfies Record<keyof Preferences, unknown>,
    (d) => [
      d.dates !== undefined && `dates: ${valueText(d.dates)}`,
      d.theme !== undefined && `theme: ${valueText(d.theme)}`,
      d.mails !== undefined && `emails: ${filterText(d.mails as Record<string, unknown>)}`,
    ],
  ),
  email_change_requested: event(
    'people',
    [],
    'Change of email requested',
    { confirmed: maybe(text) },
    ({ confirmed }) => [confirmed && `confirmed with the code sent to ${confirmed}`],
  ),
  email_change_refused: event('people', [], 'Change of email refused: wrong code'),
  email_changed: event(
    'people',
    ['session', 'people', 'requests', 'access', 'documents', 'owner-requests'],
    'Email changed',
    { from: text, to: text },
    ({ from, to }) => [fromTo(from, to)],
  ),
  account_closed: event(
    'people',
    ['session', 'people', 'requests', 'access', 'documents', 'owner-requests'],
    'Account closed',
  ),
  message_reported: event(
    'people',
    ['people'],
    'Message reported',
    { mailId: text, kind: text, recipient: text, again: maybe(flag) },
    (d) => [d.recipient && `by ${d.recipient}`, mailNamed(d.kind), d.again && 'again'],
  ),
  organization_created: event(
    'organisations',
    ['organizations'],
    'Organisation created',
    { ...organization, name: text, imported: maybe(flag), ...changed },
    (d) => [quoted(d.name), d.imported && 'by a file', ...changesOf(d)],
  ),
  organization_updated: event(
    'organisations',
    ['organizations', 'people'],
    'Organisation changed',
    { ...organization, name: text, ...changed },
    (d) => [quoted(d.name), ...changesOf(d)],
  ),
  organization_deactivated: event(
    'organisations',
    ['organizations', 'people', 'session'],
    'Organisation deactivated',
    { ...organization, name: text, sessionsEnded: count },
    (d) => [quoted(d.name), many(d.sessionsEnded, 'session') && `${many(d.sessionsEnded, 'session')} ended`],
  ),
  organization_reactivated: event(
    'organisations',
    ['organizations', 'people'],
    'Organisation reactivated',
    { ...organization, name: text },
    ({ name }) => [quoted(name)],
  ),
  organization_leaving: event(
    'organisations',
    ['organizations', 'documents', 'session'],
    'Organisation is leaving',
    { ...organization, name: text, reason: text, locksAt: text },
    (d, { day }) => [quoted(d.name), d.reason, d.locksAt && `locked on ${day(d.locksAt)}`],
  ),
  organization_stays: event(
    'organisations',
    ['organizations', 'documents', 'session'],
    'Organisation stays',
    { ...organization, name: text, reason: text, wasLocked: flag },
    (d) => [quoted(d.name), d.reason, d.wasLocked && 'its documents open again'],
  ),
  organization_destruction_asked: event(
    'organisations',
    ['organizations'],
    'Destruction of an organisation’s documents asked for',
    {
      ...organization,
      name: text,
      ...destruction,
      kind: text,
      words: text,
      givenBy: text,
      givenOn: text,
      instructionId: maybe(orNone(text)),
    },
    (d, { day }) => [
      quoted(d.name),
      instructionKinds.flatMap((kind) => (kind === d.kind ? [instructionWords[kind]] : []))[0] ?? d.kind,
      d.givenBy && `given by ${d.givenBy}`,
      d.givenOn && `on ${day(d.givenOn)}`,
      d.words,
    ],
  ),
  organization_destruction_refused: event(
    'organisations',
    ['organizations'],
    'Destruction of an organisation’s documents not confirmed: they stay',
    { ...organization, name: text, ...destruction },
    ({ name }) => [quoted(name)],
  ),
  organization_destruction_confirmed: event(
    'organisations',
    ['organizations'],
    'Destruction of an organisation’s documents confirmed',
    { ...organization, name: text, ...destruction, askedBy: text },
    (d) => [quoted(d.name), d.askedBy && `asked for by ${d.askedBy}`],
  ),
  organization_content_destroyed: event(
    'organisations',
    ['organizations', 'documents'],
    'Documents of an organisation destroyed',
    { ...organization, name: text, ...destruction, destroyed: count, kept: count },
    (d) => [
      quoted(d.name),
      many(d.destroyed, 'document'),
      d.kept ? `${many(d.kept, 'document')} kept by legal holds` : undefined,
    ],
  ),
  destruction_receipts_exported: event(
    'organisations',
    [],
    'Receipts of destroyed documents exported',
    { ...organization, name: text },
    ({ name }) => [quoted(name)],
  ),
  organizations_exported: event(
    'exports',
    [],
    'List of organisations exported',
    { ...filter, sort: maybe(value), direction: maybe(value) },
    (d) => [filterText(d)],
  ),
  provider_added: event(
    'organisations',
    ['organizations'],
    'Sign-in provider added',
    { ...provider, kind: text, ...providerFacts },
    (d) => [d.kind, ...facts({}, d)],
  ),
  provider_changed: event(
    'organisations',
    ['organizations'],
    'Sign-in provider changed',
    {
      ...provider,
      from: maybe(record(providerFacts)),
      to: maybe(record(providerFacts)),
      newSecret: maybe(flag),
      unlinked: maybe(count),
      domain: maybe(text),
      required: maybe(flag),
      domainsWait: maybe(flag),
    },
    (d) => [
      quoted(d.to?.name ?? undefined),
      ...facts(d.from, d.to),
      d.newSecret && 'another secret',
      Boolean(d.unlinked) && `${many(d.unlinked, 'person', 'people')} unlinked`,
      d.domain && `${d.domain}: ${d.required ? 'its provider only' : 'other ways too'}`,
    ],
  ),
  provider_removed: event(
    'organisations',
    ['organizations'],
    'Sign-in provider removed',
    { ...provider, kind: text, ...providerFacts, unlinked: maybe(count) },
    (d) => [
      d.kind,
      ...facts(d, {}),
      Boolean(d.unlinked) && `${many(d.unlinked, 'person', 'people')} unlinked`,
    ],
  ),
  domain_added: event(
    'organisations',
    ['organizations'],
    'Email domain added to a sign-in provider',
    { ...provider, provider: text, domain: text, required: flag, confirmed: flag },
    (d) => [
      d.domain,
      quoted(d.provider),
      d.required && 'its provider only',
      d.confirmed === false && 'to be confirmed',
    ],
  ),
  domain_confirmed: event(
    'organisations',
    ['organizations'],
    'Email domain of a sign-in provider confirmed',
    { ...provider, provider: text, issuer: maybe(orNone(text)), domain: text },
    (d) => [d.domain, quoted(d.provider), d.issuer],
  ),
  domain_removed: event(
    'organisations',
    ['organizations'],
    'Email domain removed from a sign-in provider',
    { ...provider, provider: text, domain: text },
    (d) => [d.domain, quoted(d.provider)],
  ),
} as const
