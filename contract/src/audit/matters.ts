import {
  count,
  event,
  flag,
  listOf,
  maybe,
  nameIn,
  orNone,
  type Read,
  record,
  type Stored,
  text,
  type Words,
} from './define.ts'
import { fromTo, level, many, quoted, until } from './words.ts'

/** The matter that an event is about; its organisation's administrator sees it. */
const about = { matterId: text, matterName: text, organizationId: maybe(orNone(text)) }
const changed = { changes: maybe(listOf(record({ field: text, from: text, to: text }))) }
const changesOf = ({ changes = [] }: Stored<typeof changed>) =>
  changes.map(({ field, from, to }) => `${field} ${fromTo(from || 'nothing', to || 'nothing')}`)

const rule = { ruleId: text, title: text }

/** Dates that fall due, of a matter or of a document without one. */
const date = {
  dueDateId: text,
  title: text,
  dueOn: orNone(text),
  matterId: orNone(text),
  matterName: orNone(text),
  organizationId: orNone(text),
}
const dated = (d: Stored<typeof date>, { day }: Words) => [
  quoted(d.title),
  d.dueOn && `on ${day(d.dueOn)}`,
  d.matterName && `of ${quoted(d.matterName)}`,
]
const moved = (d: Stored<typeof date & { from: Read<string | null> }>, words: Words) => [
  ...dated(d, words),
  d.from && d.from !== d.dueOn && `before on ${words.day(d.from)}`,
]

/** The party that an event is about, and its role in the matter. */
const ofRole = { ...about, party: text, role: text }
const roleOf = ({ matterName, party, role }: Stored<typeof ofRole>) => [
  party,
  role && `as ${role.toLowerCase()}`,
  matterName && `in ${quoted(matterName)}`,
]
const ofParty = { partyId: text, party: text }

/** A share of a matter with the person whom the event names, and the number of grants that it gave, changed or ended. */
const share = { ...about, matterShareId: text, grants: count }
const shared = (d: Stored<typeof share>) => [quoted(d.matterName), many(d.grants ?? 0, 'document')]
/** The packet that an event is about; titles of documents stay out, as who reads the history may not see them. */
const ofPacket = { ...about, packetId: text, packet: text }
const packetOf = ({ packet, matterName }: Stored<typeof ofPacket>) => [
  packet,
  matterName && `of ${quoted(matterName)}`,
]
/** Words of an entry. */
const said = { facts: listOf(record({ field: text, says: text })) }
const factsOf = ({ facts = [] }: Stored<typeof said>) =>
  facts.map(({ field, says }) => says && [field, says].filter(Boolean).join(' '))
const ofPlace = { placeId: text, place: text }
/** Acts on an identity check. Its content stays out, as its readers are few. */
const checkSteps = {
  recorded: 'recorded',
  named: 'who sees it was changed',
  withdrawn: 'does not count',
} as const
/** A death that was recorded, corrected, or whose evidence somebody has seen; `ended`: the grants that ended with that. */
const deathSteps = { recorded: 'recorded', corrected: 'corrected', seen: 'evidence seen' } as const
const ofDeath = {
  party: text,
  diedOn: text,
  what: nameIn(deathSteps),
  never: flag,
  reason: text,
  ended: count,
}
const deathOf = (d: Stored<typeof ofDeath>, { day }: Words) => [
  d.party,
  d.what && deathSteps[d.what],
  d.never && 'is alive',
  d.diedOn && `${d.never ? 'was recorded as dead since' : 'died on'} ${day(d.diedOn)}`,
  d.ended ? `access of ${d.ended} ended that rested on a power` : null,
  quoted(d.reason),
]
/** The file that was imported. */
const ofImport = { kind: text, fileName: text }
const fileOf = ({ kind, fileName }: Stored<typeof ofImport>) =>
  [kind, fileName && `from ${quoted(fileName)}`].filter(Boolean).join(' ')

/** Matters; each event begins with `matter_`, by which the history of a matter finds them. */
export const matters = {
  matter_created: event('matters', ['matters'], 'Matter created', { ...about, ...changed }, (d) => [
    quoted(d.matterName),
    ...(d.changes ?? []).filter(({ field }) => field !== 'Name').map(({ field, to }) => `${field} ${to}`),
  ]),
  matter_removed: event('matters', ['matters'], 'Matter made of a client removed again', about, (d) => [
    quoted(d.matterName),
  ]),
  matter_changed: event('matters', ['matters'], 'Matter changed', { ...about, ...changed }, (d) => [
    quoted(d.matterName),
    ...changesOf(d),
  ]),
  matter_document_added: event(
    'documents',
    ['documents', 'matters'],
    'Put into a matter',
    { ...about, from: maybe(orNone(text)) },
    (d) => [quoted(d.matterName), d.from && `out of ${quoted(d.from)}`],
  ),
  matter_document_removed: event(
    'documents',
    ['documents', 'matters'],
    'Taken out of a matter',
    about,
    (d) => [quoted(d.matterName)],
  ),
  matter_shared: event(
    'matters',
    ['access', 'matters'],
    'Matter shared',
    { ...share, level: text, expiresAt: text, later: flag },
    (d, words) => [
      ...shared(d),
      d.later ? 'and later ones' : 'without later ones',
      level(d.level),
      until(d.expiresAt, words),
    ],
  ),
  matter_share_renewed: event(
    'matters',
    ['access', 'matters'],
    'Share of a matter renewed',
    { ...share, expiresAt: text },
    (d, words) => [...shared(d), until(d.expiresAt, words)],
  ),
  matter_share_ended: event('matters', ['access', 'matters'], 'Share of a matter ended', share, shared),
  matter_share_handed_over: event(
    'matters',
    ['access', 'matters', 'people'],
    'Share of a matter handed over',
    { ...about, matterShareId: text, from: text, to: text },
    (d) => [quoted(d.matterName), fromTo(d.from, d.to)],
  ),
  matter_date_handed_over: event(
    'matters',
    ['matters', 'people'],
    'Date handed over',
    { ...date, from: text, to: text },
    (d, words) => [...dated(d, words), fromTo(d.from, d.to)],
  ),
  matter_date_added: event('matters', ['matters'], 'Date added', date, (d, words) => dated(d, words)),
  matter_date_changed: event('matters', ['matters'], 'Date changed', { ...date, from: orNone(text) }, moved),
  matter_date_postponed: event(
    'matters',
    ['matters'],
    'Date postponed',
    { ...date, from: orNone(text) },
    moved,
  ),
  matter_date_done: event(
    'matters',
    ['matters'],
    'Date done',
    { ...date, next: maybe(orNone(text)) },
    (d, words) => [...dated(d, words), d.next && `next on ${words.day(d.next)}`],
  ),
  matter_date_dropped: event('matters', ['matters'], 'Date not needed', date, (d, words) => dated(d, words)),
  matter_date_reopened: event('matters', ['matters'], 'Date open again', date, (d, words) => dated(d, words)),
  matter_role_added: event(
    'matters',
    ['matters'],
    'Party added',
    { ...ofRole, firstDay: orNone(text), lastDay: orNone(text) },
    (d, { day }) => [
      ...roleOf(d),
      d.firstDay && `from ${day(d.firstDay)}`,
      d.lastDay && `until ${day(d.lastDay)}`,
    ],
  ),
  matter_role_ended: event(
    'matters',
    ['matters'],
    'Role of a party ended',
    { ...ofRole, lastDay: text },
    (d, { day }) => [...roleOf(d), d.lastDay && `last day ${day(d.lastDay)}`],
  ),
  matter_role_corrected: event(
    'matters',
    ['matters'],
    'Role of a party corrected',
    { ...ofRole, ...changed, never: flag, reason: text },
    (d) => [...roleOf(d), d.never && 'there was no such role', ...changesOf(d), quoted(d.reason)],
  ),
  matter_party_merged: event(
    'matters',
    ['matters'],
    'Party merged',
    { ...about, party: text, into: text },
    (d) => [d.party, d.into && `is shown as ${d.into}`, d.matterName && `in ${quoted(d.matterName)}`],
  ),
  matter_parties_printed: event(
    'matters',
    [],
    'Parties of a day printed',
    { ...about, on: text },
    (d, { day }) => [quoted(d.matterName), d.on && `as of ${day(d.on)}`],
  ),
  matter_owners_told: event(
    'matters',
    [],
    'Register of beneficial owners exported',
    { ...about, on: text },
    (d, { day }) => [quoted(d.matterName), d.on && `as of ${day(d.on)}`],
  ),
  matter_roles_exported: event('matters', [], 'Parties exported', about, (d) => [quoted(d.matterName)]),
  matter_packet_received: event(
    'matters',
    ['matters'],
    'Packet received',
    { ...ofPacket, ...said, originals: count },
    (d) => [...packetOf(d), many(d.originals, 'original'), ...factsOf(d)],
  ),
  matter_packet_entry: event(
    'matters',
    ['matters'],
    'Packet: entry',
    { ...ofPacket, ...said, kind: text },
    (d) => [...packetOf(d), d.kind, ...factsOf(d)],
  ),
  matter_packet_corrected: event(
    'matters',
    ['matters'],
    'Packet: entry corrected',
    { ...ofPacket, ...said, kind: text, entry: count, never: flag, reason: text },
    (d) => [
      ...packetOf(d),
      d.entry !== undefined && `entry ${d.entry}`,
      d.kind,
      d.never && 'it did not happen',
      ...factsOf(d),
      quoted(d.reason),
    ],
  ),
  matter_original_changed: event(
    'matters',
    ['matters'],
    'Original changed',
    { ...ofPacket, ...changed, originalId: text },
    (d) => [...packetOf(d), ...changesOf(d)],
  ),
  matter_custody_paper_added: event(
    'matters',
    ['matters'],
    'Paper of the custody register added',
    { ...ofPacket, kind: text },
    (d) => [...packetOf(d), d.kind],
  ),
  matter_custody_printed: event(
    'matters',
    [],
    'Custody of a packet printed',
    { ...ofPacket, on: text },
    (d, { day }) => [...packetOf(d), d.on && `as of ${day(d.on)}`],
  ),
  matter_receipt_printed: event('matters', [], 'Receipt printed', { ...ofPacket, entry: count }, (d) => [
    ...packetOf(d),
    d.entry !== undefined && `entry ${d.entry}`,
  ]),
  matter_receipt_signed: event(
    'matters',
    ['matters'],
    'Receipt signed on the screen',
    { ...ofPacket, entry: count, signedBy: text },
    (d) => [...packetOf(d), d.entry !== undefined && `entry ${d.entry}`, d.signedBy && `by ${d.signedBy}`],
  ),
  custody_labels_printed: event(
    'exports',
    [],
    'Labels of packets printed',
    { filter: text, packets: count },
    (d) => [many(d.packets, 'label'), d.filter],
  ),
  custody_exported: event('exports', [], 'Custody register exported', { form: text }, (d) => [d.form]),
  custody_stock_take_begun: event(
    'matters',
    ['matters'],
    'Stock-take begun',
    { stockTakeId: text, places: text },
    (d) => [d.places],
  ),
  custody_scanned: event(
    'matters',
    ['matters'],
    'Scanned in a stock-take',
    { stockTakeId: text, packet: orNone(text), outcome: text, again: flag },
    (d) => [d.packet, d.outcome, d.again && 'again'],
  ),
  custody_stock_take_ended: event(
    'matters',
    ['matters'],
    'Stock-take ended',
    { stockTakeId: text, found: count, elsewhere: count, missing: count },
    (d) => [
      d.found !== undefined && `${d.found} found`,
      d.elsewhere !== undefined && `${d.elsewhere} in the wrong place`,
      d.missing !== undefined && `${d.missing} missing`,
    ],
  ),
  custody_place_added: event('matters', ['matters'], 'Place of packets added', ofPlace, (d) => [d.place]),
  custody_place_retired: event('matters', ['matters'], 'Place of packets retired', ofPlace, (d) => [d.place]),
  custody_place_used_again: event('matters', ['matters'], 'Place of packets in use again', ofPlace, (d) => [
    d.place,
  ]),
  party_created: event('matters', ['matters'], 'Party entered', ofParty, ({ party }) => [party]),
  party_changed: event('matters', ['matters'], 'Party changed', { ...ofParty, ...changed }, (d) => [
    d.party,
    ...changesOf(d),
  ]),
  party_merged: event(
    'matters',
    ['matters'],
    'Parties merged',
    { ...ofParty, ...changed, intoId: text, into: text },
    (d) => [d.party, d.into && `into ${d.into}`, ...changesOf(d)],
  ),
  party_identity_check: event(
    'matters',
    ['matters'],
    'Identity check',
    { ...ofParty, what: nameIn(checkSteps) },
    (d) => [d.party, d.what && checkSteps[d.what]],
  ),
  party_death: event('matters', ['matters'], 'Death of a party', { ...ofParty, ...ofDeath }, deathOf),
  matter_death: event('matters', ['matters'], 'Death of a party', { ...about, ...ofDeath }, (d, words) => [
    ...deathOf(d, words),
    d.matterName && `in ${quoted(d.matterName)}`,
  ]),
  access_power_set: event(
    'sharing',
    ['access', 'matters'],
    'Access rests on a power',
    { party: text },
    ({ party }) => [party && `given by ${party}`],
  ),
  access_power_cleared: event(
    'sharing',
    ['access', 'matters'],
    'Access does not rest on a power any more',
    { party: text },
    ({ party }) => [party && `given by ${party}`],
  ),
  date_rule_added: event(
    'settings',
    ['settings', 'matters'],
    'Rule for dates added',
    { ...rule, ...changed },
    (d) => [quoted(d.title), ...changesOf(d)],
  ),
  date_rule_changed: event(
    'settings',
    ['settings', 'matters'],
    'Rule for dates changed',
    { ...rule, ...changed },
    (d) => [quoted(d.title), ...changesOf(d)],
  ),
  matters_imported: event(
    'matters',
    ['matters'],
    'Import begun',
    { ...ofImport, rows: count, wrong: count },
    (d) => [fileOf(d), `${d.rows ?? 0} rows`, Boolean(d.wrong) && `${d.wrong} wrong`],
  ),
  matters_import_ended: event(
    'matters',
    ['matters'],
    'Import ended',
    { ...ofImport, added: count, changed: count, wrong: count, why: orNone(text) },
    (d) => [fileOf(d), `${d.added ?? 0} added`, `${d.changed ?? 0} changed`, `${d.wrong ?? 0} wrong`, d.why],
  ),
  matters_import_read: event('exports', [], 'Result of an import downloaded', ofImport, (d) => [fileOf(d)]),
  matters_exported: event(
    'exports',
    [],
    'Matters exported',
    { filter: maybe(text), what: maybe(text) },
    (d) => [d.what, d.filter],
  ),
} as const
