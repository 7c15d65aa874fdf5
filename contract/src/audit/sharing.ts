import { extensionLabels } from '../request-terms.ts'
import { count, event, flag, maybe, orNone, record, type Stored, text } from './define.ts'
import { fromTo, level, mailNamed, many, quoted, until } from './words.ts'

const grant = { level: maybe(text), expiresAt: maybe(text) }
const request = { requestId: text }
const asked = {
  ...request,
  documentName: maybe(orNone(text)),
  clientEmail: maybe(orNone(text)),
  extension: maybe(orNone(text)),
}
const wish = (d: Stored<typeof asked>) => [
  quoted(d.documentName),
  d.clientEmail && `for ${d.clientEmail}`,
  d.extension && ((extensionLabels as Record<string, string>)[d.extension] ?? d.extension),
]
const ownerRequest = { ownerRequestId: text }

/** Grants, requests for them, and requests to owners. */
export const sharing = {
  access_granted: event(
    'sharing',
    ['access', 'documents'],
    'Access granted',
    { ...grant, requestId: maybe(text), ownerRequestId: maybe(text), matterShareId: maybe(text) },
    (d, words) => [
      level(d.level),
      until(d.expiresAt, words),
      (d.requestId ?? d.ownerRequestId) !== undefined && 'as asked for',
      d.matterShareId !== undefined && 'with its matter',
    ],
  ),
  revoked: event(
    'sharing',
    ['access', 'documents'],
    'Access revoked',
    {
      bulk: maybe(count),
      undone: maybe(flag),
      handedOver: maybe(flag),
      matterShareId: maybe(text),
      invitationId: maybe(text),
      emailChanged: maybe(record({ from: text, to: text })),
    },
    (d) => [
      d.bulk !== undefined && d.bulk > 1 && `with ${many(d.bulk, 'record')} at once`,
      d.undone && 'sharing taken back',
      d.handedOver && 'the document became theirs',
      d.matterShareId !== undefined && 'with the share of its matter',
      d.invitationId && 'its invitation was replaced',
      d.emailChanged?.to &&
        `joined after a change of email ${fromTo(d.emailChanged.from, d.emailChanged.to)}`,
    ],
  ),
  renewed: event(
    'sharing',
    ['access', 'documents'],
    'Access renewed',
    { expiresAt: text, bulk: maybe(count), matterShareId: maybe(text) },
    ({ expiresAt, bulk, matterShareId }, words) => [
      until(expiresAt, words),
      matterShareId !== undefined && 'with the share of its matter',
      bulk !== undefined && bulk > 1 && `with ${many(bulk, 'record')} at once`,
    ],
  ),
  expired: event('sharing', ['access', 'documents'], 'Access expired'),
  extended: event('sharing', ['access', 'documents'], 'Access extended', grant, (d, words) => [
    level(d.level),
    until(d.expiresAt, words),
  ]),
  access_handed_over: event(
    'sharing',
    ['access', 'documents', 'people'],
    'Access counts as given by somebody else',
    { from: text, to: text },
    (d) => [fromTo(d.from, d.to)],
  ),
  access_removed: event('sharing', ['access', 'documents'], 'Access given up'),
  notice_sent: event(
    'sharing',
    [],
    'Notice sent',
    { kind: text, about: text },
    ({ kind, about }, { day }) => [mailNamed(kind), about && day(about)],
  ),
  access_requested: event('requests', ['requests'], 'Access requested', asked, wish),
  extension_requested: event('requests', ['requests', 'access'], 'Extension requested', asked, wish),
  request_approved: event(
    'requests',
    ['requests', 'access', 'documents'],
    'Request approved',
    request,
    () => [],
  ),
  request_denied: event('requests', ['requests', 'access', 'documents'], 'Request denied', request, () => []),
  request_withdrawn: event('requests', ['requests', 'access'], 'Request withdrawn', request, () => []),
  request_lapsed: event('requests', ['requests', 'access'], 'Request lapsed', request, () => []),
  request_reminder_sent: event('requests', ['requests'], 'Reminder sent', request, () => []),
  browsing_requested: event(
    'requests',
    ['requests'],
    'Document browsing requested',
    { channel: text, recipients: count },
    (d) => [
      d.channel && `by ${d.channel}`,
      many(d.recipients, 'person', 'people') && `to ${many(d.recipients, 'person', 'people')}`,
    ],
  ),
  owner_request_sent: event(
    'requests',
    ['owner-requests'],
    'Request sent to an owner',
    ownerRequest,
    () => [],
  ),
  owner_request_viewed: event('requests', [], 'Owner request viewed', ownerRequest, () => []),
  owner_request_claimed: event(
    'requests',
    ['owner-requests'],
    'Owner request claimed',
    ownerRequest,
    () => [],
  ),
  owner_request_handed_over: event(
    'requests',
    ['owner-requests', 'people'],
    'Owner request handed over',
    { ...ownerRequest, from: text, to: text },
    (d) => [fromTo(d.from, d.to)],
  ),
  owner_request_fulfilled: event(
    'requests',
    ['owner-requests'],
    'Owner request fulfilled',
    ownerRequest,
    () => [],
  ),
  owner_request_withdrawn: event(
    'requests',
    ['owner-requests'],
    'Owner request withdrawn',
    ownerRequest,
    () => [],
  ),
  owner_request_released: event(
    'requests',
    ['owner-requests'],
    'Owner request given back',
    ownerRequest,
    () => [],
  ),
  owner_request_reminder_sent: event(
    'requests',
    ['owner-requests'],
    'Owner reminded of a request',
    ownerRequest,
    () => [],
  ),
} as const
