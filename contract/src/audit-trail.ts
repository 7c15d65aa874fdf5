import { z } from 'zod'
import { type AuditEventName, auditEventNames } from './audit-events.ts'
import { auditGroupNames } from './audit-groups.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, emailPart, id, instant, line, pageLimit } from './fields.ts'
import { limits } from './limits.ts'

/** Filter of events; an event must satisfy all of its parts. */
export const eventFilter = z.object({
  group: z.enum(auditGroupNames).optional(),
  event: z.enum(auditEventNames as [AuditEventName, ...AuditEventName[]]).optional(),
  /** Person who did it, or to or for whom it was done. */
  person: emailPart.optional(),
  /** Person who did it. */
  by: emailPart.optional(),
  /** Owner of the document that it is about. */
  owner: emailPart.optional(),
  document: id.optional(),
  /** Name of a client, whatever its case and accents: events of their documents, deleted ones too. */
  client: line(limits.text.client).optional(),
  /** Network address that the event came from, in full. */
  address: line(64).optional(),
  /** Days in the deployment’s time zone; both are included. */
  from: day.optional(),
  to: day.optional(),
  /** Choice 'hidden' leaves out turned pages, so that each reading is one event. */
  pages: z.enum(['shown', 'hidden']).default('shown'),
})
export type EventFilter = z.output<typeof eventFilter>

const event = z.object({
  id: z.number(),
  event: z.string(),
  label: z.string(),
  /** Sentence of its details, besides its label. */
  notes: z.string().nullable(),
  at: instant,
  actorName: z.string().nullable(),
  actorEmail: z.string().nullable(),
  subjectEmail: z.string().nullable(),
  documentId: z.string().nullable(),
  documentTitle: z.string().nullable(),
  /** Network address; null where there was none or the caller may not see it. */
  address: z.string().nullable(),
})
export type EventRow = z.output<typeof event>

export const listEvents = endpoint({
  id: 'listEvents',
  summary: 'The events of the audit trail that concern the caller, newest first; administrators see all',
  who: 'signed-in',
  query: eventFilter.extend({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    events: z.array(event),
    nextCursor: z.string().nullable(),
    /** Time of the last event that was looked at, if the search stopped at its limit of events before the page was full. */
    searchedTo: instant.nullable(),
  }),
})

export const exportEvents = endpoint({
  id: 'exportEvents',
  summary: 'The same events as CSV (streamed) or as a printable PDF',
  who: 'signed-in',
  perPersonMinute: 20,
  needsProof: true,
  params: z.object({ file: z.enum(['events-audit.csv', 'events-audit.pdf']) }),
  query: eventFilter,
  sends: 'text/csv',
  response: z.unknown(),
})
