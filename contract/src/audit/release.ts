import { inspectionRefusals } from '../inspection-terms.ts'
import { releaseEnds } from '../release-terms.ts'
import { count, event, flag, maybe, orNone, type Stored, text, type Words } from './define.ts'
import { level, many, quoted, until } from './words.ts'

/** The matter of a nomination, if it is of one; its document is that of the event. */
const about = {
  nominationId: text,
  matterId: orNone(text),
  matterName: orNone(text),
  organizationId: orNone(text),
}
const ofNominee = { ...about, nominee: text }
const named = (d: Stored<typeof ofNominee>) => [d.nominee, d.matterName && `for ${quoted(d.matterName)}`]
const asked = { ...ofNominee, rehearsal: maybe(flag) }
const askedFor = (d: Stored<typeof asked>) => [...named(d), d.rehearsal && 'as a rehearsal']

const released = { nominationId: text, askingId: text, level: text, begins: text, ends: text }
const when = (at: string | undefined, { day }: Words) => at && `from ${day(at)}`

const inspection = { inspectionId: text, deceased: text }
const ofWill = ({ deceased }: Stored<typeof inspection>) => [deceased && `of ${deceased}`]
const entitled = { entitledId: text, title: text, act: text }

/** Nominations and releases (ADR 82); those of a matter are in its history. */
export const release = {
  matter_nomination_added: event(
    'matters',
    ['matters', 'documents'],
    'Nominees named',
    { ...about, nominees: text, waitDays: count, onBehalfOf: orNone(text) },
    (d) => [
      d.nominees,
      d.matterName && `for ${quoted(d.matterName)}`,
      d.onBehalfOf && `on behalf of ${d.onBehalfOf}`,
      d.waitDays !== undefined && `waiting period of ${many(d.waitDays, 'day')}`,
    ],
  ),
  matter_nomination_changed: event(
    'matters',
    ['matters'],
    'Absences of the owner changed',
    { ...about, absences: count },
    (d) => [d.matterName && quoted(d.matterName), d.absences !== undefined && many(d.absences, 'absence')],
  ),
  matter_nomination_ended: event('matters', ['matters', 'documents'], 'Nomination ended', about, (d) => [
    d.matterName && quoted(d.matterName),
  ]),
  matter_nominee_accepted: event('matters', ['matters'], 'Nominee accepted', ofNominee, named),
  matter_nominee_declined: event('matters', ['matters'], 'Nominee declined', ofNominee, named),
  matter_nominee_confirmed: event('matters', ['matters'], 'Nominee confirmed', ofNominee, named),
  matter_release_asked: event('matters', ['matters'], 'Release asked for', asked, askedFor),
  matter_release_evidence: event(
    'matters',
    ['matters', 'documents'],
    'Evidence for a release',
    asked,
    askedFor,
  ),
  matter_release_agreed: event('matters', ['matters'], 'Release agreed to', asked, askedFor),
  matter_release_withdrawn: event('matters', ['matters'], 'Release taken back', asked, askedFor),
  matter_release_stopped: event(
    'matters',
    ['matters', 'documents'],
    'Release stopped',
    { ...about, how: text, rehearsal: maybe(flag) },
    (d) => [
      d.how && ((releaseEnds as Record<string, string>)[d.how] ?? d.how).toLowerCase(),
      d.matterName && quoted(d.matterName),
      d.rehearsal && 'a rehearsal',
    ],
  ),
  document_released: event('sharing', ['documents', 'access'], 'Release set', released, (d, words) => [
    level(d.level),
    when(d.begins, words),
    until(d.ends, words),
  ]),
  inspection_asked: event('matters', ['matters'], 'Inspection of a will asked for', inspection, ofWill),
  inspection_evidence: event(
    'matters',
    ['matters'],
    'Evidence for an inspection brought',
    inspection,
    ofWill,
  ),
  inspection_given: event(
    'matters',
    ['matters'],
    'Inspection of a will given',
    { ...inspection, documents: count, level: maybe(text), ends: maybe(text) },
    (d, words) => [
      ...ofWill(d),
      d.documents !== undefined && many(d.documents, 'document'),
      level(d.level),
      until(d.ends, words),
    ],
  ),
  inspection_refused: event(
    'matters',
    ['matters'],
    'Inspection of a will refused',
    { ...inspection, refusal: text },
    (d) => [
      ...ofWill(d),
      d.refusal && ((inspectionRefusals as Record<string, string>)[d.refusal] ?? d.refusal),
    ],
  ),
  entitled_added: event('settings', ['matters'], 'Entitled to inspect a will, added', entitled, (d) => [
    quoted(d.title),
    d.act,
  ]),
  entitled_changed: event(
    'settings',
    ['matters'],
    'Entitled to inspect a will, changed',
    { ...entitled, was: text },
    (d) => [quoted(d.title), d.act, d.was && `before ${quoted(d.was)}`],
  ),
  document_release_over: event(
    'sharing',
    ['documents', 'access'],
    'Release taken away',
    { nominationId: text, askingId: text },
    () => [],
  ),
} as const
