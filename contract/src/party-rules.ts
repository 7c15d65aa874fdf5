import { addDays } from './dates.ts'
import { listText } from './list-text.ts'
import type { MatterKind, MatterStatus } from './matter-terms.ts'
import {
  isTrust,
  type Nature,
  type PartyRole,
  partyRoleNames,
  partyRoles,
  signingRoles,
} from './party-terms.ts'

/* Rules of who is party to a matter on a day. They know nothing of the database: server and screens use the same. */

/** The begin or end of a role: its day, the instrument that made it so, and who made the instrument. */
type Edge<Day> = {
  day: Day
  /** `title` is null where the reader does not see the document. */
  document: { id: string | null; title: string | null } | null
  by: { id: string; name: string } | null
}

/** A role as it was recorded. */
export type Recorded = {
  id: string
  party: { id: string; name: string }
  role: PartyRole
  nature: Nature | null
  /** First day; null: not known, so that every day until the last one counts. */
  from: Edge<string | null>
  /** Last day; null: it has not ended. */
  until: Edge<string> | null
  /** The record that this one corrects. */
  corrects: string | null
  /** State: there never was such a role. */
  never: boolean
}

/** Selects what holds: records that no other one corrects, unless they say that there was no such role. */
export function standing<R extends Recorded>(records: readonly R[]): R[] {
  const corrected = new Set(records.map(({ corrects }) => corrects))
  return records.filter(({ id, never }) => !never && !corrected.has(id))
}

export const holdsOn = ({ from, until }: Recorded, day: string): boolean =>
  (from.day === null || from.day <= day) && (until === null || day <= until.day)

/** Tells who is party on a day, first and last day included; `begins` and `ends` mark those for whom it is the first or last. */
export function rolesOn<R extends Recorded>(
  records: readonly R[],
  day: string,
): (R & { begins: boolean; ends: boolean })[] {
  return standing(records)
    .filter((record) => holdsOn(record, day))
    .map((record) => ({ ...record, begins: record.from.day === day, ends: record.until?.day === day }))
    .sort(inOrder)
}

/** Orders records by role, then by when they began, then by name. */
export const inOrder = (a: Recorded, b: Recorded): number =>
  partyRoleNames.indexOf(a.role) - partyRoleNames.indexOf(b.role) ||
  (a.from.day ?? '').localeCompare(b.from.day ?? '') ||
  a.party.name.localeCompare(b.party.name)

export const findingKinds = {
  death: 'Recorded after a death',
  gap: 'Nobody could act',
  power: 'Acted without power',
  sole: 'Sole trustee and sole beneficiary',
  many: 'More than four trustees',
  unsigned: 'Signed by nobody with the power',
  wills: 'Executors by different documents',
  current: 'More than one current will',
  twice: 'Recorded twice',
} as const
export type FindingKind = keyof typeof findingKinds

/** Something that does not fit together. */
export type Finding = {
  kind: FindingKind
  /** First and last day; null: open at that end. */
  from: string | null
  until: string | null
  /** The people concerned. */
  parties: { id: string; name: string }[]
  /** The documents concerned, of those that the reader sees. */
  documents: { id: string; title: string }[]
  says: string
  /** Advice on what to do about it. */
  advice: string
  /** Source and certainty, where it rests on a rule of law that was not verified. */
  notVerified: string | null
  /** The role that should end, and the last day and document that are proposed. */
  ends?: { roleId: string; day: string; documentId: string | null }
}

/** A finding in the records alone. */
type Found = Omit<Finding, 'documents'>

export type MatterFacts = { kind: MatterKind; governingLaw: string | null; status: MatterStatus }

/** Day of assent to the Trusts Act 2025 (Qld); the day of its commencement is not verified. */
const trustsActFrom = '2025-05-19'
const trustsAct =
  'Trusts Act 2025 (Qld) s 14, also for older trusts and against contrary deeds (s 3). Not verified: from which day it applies, and to which kinds of trust.'
const mostTrustees = 4

/**
 * Finds what does not fit together, as far as the records tell: it says nothing about what nobody recorded.
 * @param today a trust that is open has somebody to act until today
 * @param day writes a day as people read it
 */
export function contradictions(
  matter: MatterFacts,
  records: readonly Recorded[],
  today: string,
  day: (day: string) => string,
): Finding[] {
  const roles = standing(records)
  const segments = segmentsOf(roles)
  return [
    ...gaps(matter, roles, segments, today),
    ...withoutPower(roles, day),
    ...(isTrust(matter.kind) ? [...soleOnes(segments), ...tooMany(matter, segments)] : []),
    ...severalWills(segments),
    ...recordedTwice(roles),
  ].map((found) => ({ ...found, documents: [], says: `${found.says}${spanText(found, day)}.` }))
}

const first = '0000-00-00'
const last = '9999-99-99'
const earlier = (a: string, b: string) => (b < a ? b : a)
const later = (a: string, b: string) => (b > a ? b : a)

/** Days on which the same people hold the same roles. */
type Segment = { from: string; until: string; roles: Recorded[] }

/** Cuts time at each day on which a role begins, or the one after its end. */
function segmentsOf(roles: Recorded[]): Segment[] {
  const starts = roles.flatMap(({ from, until }) => [
    from.day ?? first,
    until === null ? first : addDays(until.day, 1),
  ])
  const cuts = [...new Set([first, ...starts])].sort()
  return cuts.map((from, at) => {
    const next = cuts[at + 1]
    return {
      from,
      until: next === undefined ? last : addDays(next, -1),
      roles: roles.filter((role) => (role.from.day ?? first) <= from && from <= (role.until?.day ?? last)),
    }
  })
}

type Span = Pick<Finding, 'from' | 'until'>

/** Spans of days for which something is found, neighbours with the same key joined. */
function spansWhere<T extends { key: string }>(
  segments: Segment[],
  find: (segment: Segment) => T | null,
): (T & Span)[] {
  const spans: (T & { from: string; until: string; open: boolean })[] = []
  let before: string | null = null
  for (const segment of segments) {
    const found = find(segment)
    const latest = spans.at(-1)
    if (found && latest && before === found.key) latest.until = segment.until
    else if (found) spans.push({ ...found, from: segment.from, until: segment.until, open: false })
    before = found?.key ?? null
  }
  return spans.map((span) => ({
    ...span,
    from: span.from === first ? null : span.from,
    until: span.until === last ? null : span.until,
  }))
}

const spanText = ({ from, until }: Span, day: (day: string) => string): string => {
  if (from !== null && from === until) return ` on ${day(from)}`
  if (from === null) return until === null ? '' : ` until ${day(until)}`
  return until === null ? ` since ${day(from)}` : ` from ${day(from)} to ${day(until)}`
}

/** The parties of roles, each once, by name. */
const partiesOf = (roles: readonly Recorded[]): Finding['parties'] =>
  [...new Map(roles.map(({ party: { id, name } }) => [id, { id, name }])).values()].sort(
    (a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  )
const namesOf = (parties: Finding['parties']): string => listText(parties.map(({ name }) => name))
const keyOf = (parties: Finding['parties']): string => parties.map(({ id }) => id).join(' ')

/** Days without anybody who signs, between the first and the last who did, and until now where the matter is open. */
function gaps(matter: MatterFacts, roles: Recorded[], segments: Segment[], today: string): Found[] {
  // A person signs for themselves.
  const signing = matter.kind === 'person' ? [] : signingRoles(matter.kind)
  const signs = ({ role }: Recorded) => signing.includes(role)
  const ends = roles.filter(signs).map(({ until }) => until?.day ?? last)
  if (ends.length === 0) return []
  const begin = roles
    .filter(signs)
    .map(({ from }) => from.day ?? first)
    .reduce(earlier)
  const end = ends.reduce(later)
  const closes = end < today && matter.status === 'open' ? last : end
  const who = signing.map((role) => partyRoles[role].label.toLowerCase()).join(' or ')
  return spansWhere(segments, (segment) =>
    segment.from > begin && segment.from <= closes && !segment.roles.some(signs) ? { key: 'gap' } : null,
  ).map(({ from, until }) => ({
    kind: 'gap',
    from,
    until,
    parties: [],
    says: `Nobody is recorded as ${who}`,
    advice:
      'Find the instrument that appointed somebody for these days and add them, or correct the day on which one ended or the next began.',
    notVerified: null,
  }))
}

/** Begins and ends of roles that were made by somebody who was appointor at another time, or party to nothing on the day. */
function withoutPower(roles: Recorded[], day: (day: string) => string): Found[] {
  const acts = roles.flatMap((role) =>
    [
      { edge: role.from, did: 'appointed' },
      { edge: role.until, did: 'ended the role of' },
    ].flatMap(({ edge, did }) => (edge?.by && edge.day ? [{ role, did, by: edge.by, on: edge.day }] : [])),
  )
  return acts.flatMap(({ role, did, by, on }): Found[] => {
    const own = roles.filter(({ party }) => party.id === by.id)
    const powers = own.filter(({ role }) => role === 'appointor')
    if ((powers.length > 0 ? powers : own).some((one) => holdsOn(one, on))) return []
    const ended = powers.flatMap(({ until }) => (until && until.day < on ? until.day : [])).sort()
    const begins = powers.flatMap(({ from }) => (from.day && from.day > on ? from.day : [])).sort()
    const why = ended.at(-1)
      ? `whose last day as appointor was ${day(ended.at(-1) ?? '')}`
      : begins[0]
        ? `who was appointor only from ${day(begins[0])}`
        : 'who is recorded in no role on that day'
    const { party } = role
    const label = partyRoles[role.role].label.toLowerCase()
    return [
      {
        kind: 'power',
        from: on,
        until: on,
        parties: by.id === party.id ? [by] : [by, { id: party.id, name: party.name }],
        says: `${by.name}, ${why}, ${did} ${party.name} as ${label}`,
        advice: `Check the instrument: correct its day, who made it, or when ${by.name} held the power. Whether an appointment without power has any effect is a question for a lawyer.`,
        notVerified: null,
      },
    ]
  })
}

const benefits = ({ role, nature }: Recorded) =>
  role === 'unit_holder' || (role === 'beneficiary' && nature !== 'excluded')

function soleOnes(segments: Segment[]): Found[] {
  const spans = spansWhere(segments, ({ roles }) => {
    const [trustee, ...others] = partiesOf(roles.filter(({ role }) => role === 'trustee'))
    const [beneficiary, ...more] = partiesOf(roles.filter(benefits))
    if (!trustee || others.length > 0 || more.length > 0 || trustee.id !== beneficiary?.id) return null
    return { key: trustee.id, parties: [trustee] }
  })
  return spans.map(({ parties, from, until }) => ({
    kind: 'sole',
    from,
    until,
    parties,
    says: `${namesOf(parties)} is the only trustee and the only beneficiary on record`,
    advice:
      'Add the other beneficiaries that the deed names, or those who take in default. If there are none, ask a lawyer whether there still is a trust.',
    notVerified: null,
  }))
}

function tooMany({ governingLaw }: MatterFacts, segments: Segment[]): Found[] {
  if (governingLaw !== 'QLD') return []
  const late = segments
    .filter(({ until }) => until >= trustsActFrom)
    .map((segment) => ({ ...segment, from: segment.from < trustsActFrom ? trustsActFrom : segment.from }))
  const spans = spansWhere(late, ({ roles }) => {
    const parties = partiesOf(roles.filter(({ role }) => role === 'trustee'))
    return parties.length > mostTrustees ? { key: keyOf(parties), parties } : null
  })
  return spans.map(({ parties, from, until }) => ({
    kind: 'many',
    from,
    until,
    parties,
    says: `Queensland’s law governs, and ${namesOf(parties)} are ${parties.length} trustees`,
    advice: 'Check who of them really is trustee, and end or correct the others.',
    notVerified: trustsAct,
  }))
}

function severalWills(segments: Segment[]): Found[] {
  const spans = spansWhere(segments, ({ roles }) => {
    const executors = roles.filter(({ role, from }) => role === 'executor' && from.document?.id)
    const papers = new Map(executors.map(({ from }) => [from.document?.id, from.document?.title]))
    if (papers.size < 2) return null
    return { key: [...papers.keys()].sort().join(' '), parties: partiesOf(executors), papers }
  })
  return spans.map(({ parties, papers, from, until }) => ({
    kind: 'wills',
    from,
    until,
    parties,
    says: `${namesOf(parties)} ${parties.length === 1 ? 'is executor' : 'are executors'} by different documents (${titlesOf([...papers.values()])})`,
    advice:
      'Find out which will is the last one, and end or correct the executors of the other. A codicil may add executors to those of its will.',
    notVerified: null,
  }))
}

const titlesOf = (titles: (string | null | undefined)[]): string =>
  listText(titles.map((title) => (title ? `“${title}”` : unseenDocument)))

/** Writes where it stands in an instrument: 'clause 4', or as it was typed, 'Schedule'. */
export const clauseText = (clause: string): string => (/^\d/.test(clause) ? `clause ${clause}` : clause)

/** Words in the place of the title of a document that the reader does not see. */
export const unseenDocument = 'a document that you cannot see'

function recordedTwice(roles: Recorded[]): Found[] {
  return roles.flatMap((one, at) =>
    roles.slice(at + 1).flatMap((other): Found[] => {
      if (one.party.id !== other.party.id || one.role !== other.role || one.nature !== other.nature) return []
      const from = [one, other].map((role) => role.from.day ?? first).reduce(later)
      const until = [one, other].map((role) => role.until?.day ?? last).reduce(earlier)
      if (from > until) return []
      const { id, name } = one.party
      return [
        {
          kind: 'twice',
          from: from === first ? null : from,
          until: until === last ? null : until,
          parties: [{ id, name }],
          says: `${name} is recorded twice as ${partyRoles[one.role].label.toLowerCase()}`,
          advice: 'Correct one of the two: its days, or that there was no such role.',
          notVerified: null,
        },
      ]
    }),
  )
}
