import { z } from 'zod'
import { dueFilters, dueKindNames, dueLimits, dueStatusNames, repeatNames } from './due-date-terms.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, email, id, instant, line, pageLimit, paragraphs } from './fields.ts'
import { schemasOf } from './filter-schemas.ts'
import { limits } from './limits.ts'
import { totals } from './total.ts'

export * from './due-date-terms.ts'

const facts = {
  kind: z.enum(dueKindNames),
  title: line(limits.text.title).min(1, { error: 'This field is required' }),
  /** Day; null where the deed only has words, as 'on the death of the last of them'. */
  dueOn: day.nullable().default(null),
  /** Words of the deed, and the clause and page where they stand. */
  words: paragraphs(limits.text.message).default(''),
  clause: line(100).default(''),
  repeats: z.enum(repeatNames).default('never'),
  /** Days before it on which people are reminded; 0 is the day itself. Absent: those of its kind. */
  remindDays: z.array(z.int().min(0).max(dueLimits.earliest)).max(dueLimits.reminders).optional(),
  /** People who are reminded, by their email addresses: confirmed trustees and administrators. */
  emails: z.array(email).max(dueLimits.people).default([]),
}
const hasDayOrWords = {
  path: ['dueOn'],
  error: 'Please enter a day, or the words of the deed',
}
const named = z.object({ id: z.string(), name: z.string() })

const dueDate = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  dueOn: z.string().nullable(),
  words: z.string(),
  clause: z.string(),
  repeats: z.string(),
  remindDays: z.array(z.number()),
  people: z.array(named.extend({ email: z.string() })),
  status: z.enum(dueStatusNames),
  /** Why it was postponed last or is not needed, or what was noted when it was done. */
  reason: z.string(),
  /** Time when it was done or found not needed, and by whom; null while it is open. */
  settled: z.object({ at: instant, by: z.string() }).nullable(),
  matter: named.nullable(),
  document: z.object({ id: z.string(), title: z.string() }).nullable(),
  updatedAt: instant,
  can: z.object({ edit: z.boolean() }),
})
export type DueDate = z.output<typeof dueDate>

const readers = ['canManageDocuments', 'canManageOrganization', 'canViewOwnDocuments'] as const
const one = z.object({ dueDate })
const params = z.object({ dueDateId: id })

export const listDueDates = endpoint({
  id: 'listDueDates',
  summary:
    'What falls due of matters and documents that the caller answers for, the earliest first, paged by key',
  who: readers,
  scope: 'read',
  query: z.object({ ...schemasOf(dueFilters), cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({ dueDates: z.array(dueDate), ...totals, nextCursor: z.string().nullable() }),
})

export const createDueDate = endpoint({
  id: 'createDueDate',
  summary: 'Write down what falls due of a matter, or of a document and its matter',
  who: ['canManageDocuments'],
  noProof: 'work',
  status: 201,
  body: z
    .strictObject({
      ...facts,
      matterId: id.nullable().default(null),
      documentId: id.nullable().default(null),
      /** The rule that proposed it. */
      ruleId: id.nullable().default(null),
    })
    .refine(({ dueOn, words }) => dueOn !== null || words !== '', hasDayOrWords)
    .refine(({ matterId, documentId }) => matterId !== null || documentId !== null, {
      path: ['matterId'],
      error: 'Please choose a matter or a document',
    }),
  response: one,
  refuses: [
    'date-rule-not-found',
    'document-not-found',
    'due-date-people',
    'matter-not-found',
    'not-allowed',
  ],
})

export const updateDueDate = endpoint({
  id: 'updateDueDate',
  summary: 'Change what falls due, unless somebody else has changed it since `updatedAt`',
  who: ['canManageDocuments'],
  noProof: 'work',
  params,
  body: z
    .strictObject({ ...facts, updatedAt: instant })
    .refine(({ dueOn, words }) => dueOn !== null || words !== '', hasDayOrWords),
  response: one,
  refuses: ['due-date-changed', 'due-date-not-found', 'due-date-people', 'not-allowed'],
})

export const calendarFeed = endpoint({
  id: 'getCalendarFeed',
  summary:
    'What falls due and is open, from 90 days ago on, as an iCalendar file (RFC 5545) for calendar programs',
  who: readers,
  scope: 'calendar',
  tokenInPath: true,
  noProof: 'looks',
  perPersonMinute: 20,
  /** A personal access token with this one scope; any other word for whoever is signed in. */
  params: z.object({ token: line(200) }),
  sends: 'text/calendar',
  response: z.unknown(),
  refuses: ['scope-missing'],
})

const reason = paragraphs(limits.text.message).min(1, { error: 'This field is required' })

export const completeDueDate = endpoint({
  id: 'completeDueDate',
  summary: 'Say that it is done; what repeats falls due again on its next day',
  who: ['canManageDocuments'],
  noProof: 'work',
  params,
  body: z.strictObject({ note: paragraphs(limits.text.message).default('') }),
  response: one.extend({ next: dueDate.nullable() }),
  refuses: ['due-date-not-found', 'due-date-settled', 'not-allowed'],
})

export const postponeDueDate = endpoint({
  id: 'postponeDueDate',
  summary: 'Move it to a later day, with a reason',
  who: ['canManageDocuments'],
  noProof: 'work',
  params,
  body: z.strictObject({ dueOn: day, reason }),
  response: one,
  refuses: ['due-date-earlier', 'due-date-not-found', 'due-date-settled', 'not-allowed'],
})

export const dropDueDate = endpoint({
  id: 'dropDueDate',
  summary: 'Say that it is not needed, with a reason; what repeats ends with it',
  who: ['canManageDocuments'],
  noProof: 'work',
  params,
  body: z.strictObject({ reason }),
  response: one,
  refuses: ['due-date-not-found', 'due-date-settled', 'not-allowed'],
})

export const reopenDueDate = endpoint({
  id: 'reopenDueDate',
  summary: 'Open again what was said to be done or not needed',
  who: ['canManageDocuments'],
  noProof: 'work',
  params,
  response: one,
  refuses: ['due-date-not-found', 'due-date-open', 'not-allowed'],
})
