import { reviewWords } from '../review-terms.ts'
import { event, maybe, orNone, text } from './define.ts'

/** Reviews of documents whose period is over (ADR 70). */
export const reviews = {
  document_review_due: event(
    'documents',
    ['documents'],
    'Review due',
    { reviewId: text, dueOn: text },
    ({ dueOn }, { day }) => [dueOn && `since ${day(dueOn)}`],
  ),
  document_reviewed: event(
    'documents',
    ['documents'],
    'Reviewed',
    {
      reviewId: text,
      outcome: text,
      note: maybe(text),
      day: maybe(orNone(text)),
      nextOn: text,
    },
    (d, { day }) => [
      (reviewWords as Record<string, { done: string }>)[d.outcome ?? '']?.done ?? d.outcome,
      d.note,
      d.day && `on ${day(d.day)}`,
      d.nextOn && `next review ${day(d.nextOn)}`,
    ],
  ),
} as const
