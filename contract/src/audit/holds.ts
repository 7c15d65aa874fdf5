import { holdKinds, holdWords } from '../hold-terms.ts'
import { event, maybe, orNone, text } from './define.ts'
import { quoted } from './words.ts'

const hold = { holdId: text, kind: text, subjectId: maybe(orNone(text)), name: text }
const named = ({ kind, name }: { kind?: string | undefined; name?: string | undefined }) => {
  const known = holdKinds.find((one) => one === kind)
  return [known ? holdWords[known].label : kind, quoted(name)].filter(Boolean).join(' ')
}

/** Legal holds; what has a reason is told to administrators only. */
export const holds = {
  legal_hold_set: event(
    'holds',
    ['holds'],
    'Legal hold set',
    { ...hold, reason: text, endsOn: maybe(orNone(text)) },
    (d, { day }) => [named(d), d.reason, d.endsOn && `until ${day(d.endsOn)}`],
  ),
  legal_hold_lift_asked: event(
    'holds',
    ['holds'],
    'Lifting of a legal hold asked for',
    { ...hold, why: text },
    (d) => [named(d), d.why],
  ),
  legal_hold_kept: event('holds', ['holds'], 'Legal hold goes on: lifting was not confirmed', hold, (d) => [
    named(d),
  ]),
  legal_hold_lifted: event(
    'holds',
    ['holds'],
    'Legal hold lifted',
    { ...hold, why: maybe(orNone(text)), askedBy: maybe(orNone(text)) },
    (d) => [named(d), d.why, d.askedBy && `asked for by ${d.askedBy}`],
  ),
  legal_hold_over: event('holds', ['holds'], 'Legal hold over: its last day has passed', hold, (d) => [
    named(d),
  ]),
  document_held: event('documents', ['documents'], 'Legal hold set'),
  document_hold_ended: event('documents', ['documents'], 'Legal hold ended'),
  document_kept_by_hold: event(
    'documents',
    ['documents'],
    'Content of the deleted document kept: a legal hold is in force',
    { until: text },
    ({ until }, { day }) => [until && `until ${day(until)}`],
  ),
} as const
