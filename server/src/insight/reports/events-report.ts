import {
  actorNameOf,
  labelOf,
  type RecordedEvent,
  tellEvent,
  wordsIn,
} from '@deedbox/contract/audit-events.ts'
import { and, type Column as Field, type SQL, sql } from 'drizzle-orm'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { recordedFor } from '../../policy/visible.ts'
import type { Conditions } from './events-filter.ts'
import { addressSeenBy, among, documentSeenBy, eventsOf } from './events-seen.ts'
import { type Column, local, type Report, type Scope } from './report.ts'

/** Facts that sentences are made of, as one cell. */
const recorded = sql`jsonb_build_object('event', ${auditEvents.event}, 'notes', ${auditEvents.notes},
  'details', ${auditEvents.details}, 'forgotten', ${auditEvents.forgotten}, 'actorName', ${auditEvents.actorName})::text`
const read = (cell: string) => JSON.parse(cell) as RecordedEvent & { actorName: string | null }

const title = sql`(select ${documents.title} from ${documents} where ${documents.id} = ${auditEvents.documentId})`

const details = (timeZone: string): Pick<Column, 'value' | 'text'> => {
  const words = wordsIn(timeZone)
  return { value: recorded, text: (cell) => tellEvent(read(cell), words) ?? '' }
}
const action: Pick<Column, 'value' | 'text'> = { value: recorded, text: (cell) => labelOf(read(cell)) }

const person: Pick<Column, 'value' | 'text'> = {
  value: recorded,
  text: (cell) => actorNameOf(read(cell)) ?? '',
}

const common = { source: sql`${auditEvents}`, at: auditEvents.at, id: auditEvents.id }

/** Returns the report of who saw what: every reading of the documents that the caller handles. */
export const readingsReport = ({ actor, now, timeZone }: Scope): Report => ({
  ...common,
  title: 'Readings',
  noun: ['reading', 'readings'],
  columns: [
    { header: 'Date', value: local(auditEvents.at, timeZone), width: 84 },
    { header: 'User Name', ...person, width: 95 },
    { header: 'User Email', value: auditEvents.actorEmail, width: 120 },
    { header: 'Document ID', value: auditEvents.documentId, width: 95 },
    { header: 'Document', value: title, width: 135 },
    { header: 'Action', ...action, width: 86 },
    { header: 'Details', ...details(timeZone), width: 85 },
    { header: 'Address', value: auditEvents.ip, width: 70 },
  ],
  where: sql`${among(eventsOf('readings'))} and ${recordedFor(actor, now, auditEvents.documentId)}`,
  counted: 'Action',
})

/** Reports the events that fulfil all conditions. */
export const eventsReport = ({ actor, now, timeZone }: Scope, conditions: Conditions): Report => ({
  ...common,
  title: 'Audit trail',
  noun: ['event', 'events'],
  columns: [
    { header: 'Date', value: local(auditEvents.at, timeZone), width: 78 },
    { header: 'Event', ...action, width: 90 },
    { header: 'Details', ...details(timeZone), width: 150 },
    { header: 'Person', ...person, width: 70 },
    { header: 'Person Email', value: auditEvents.actorEmail, width: 85 },
    { header: 'Concerns', value: auditEvents.subjectEmail, width: 85 },
    { header: 'Document', value: where(documentSeenBy(actor, now), title), width: 80 },
    { header: 'Document ID', value: where(documentSeenBy(actor, now), auditEvents.documentId), width: 72 },
    { header: 'Address', value: where(addressSeenBy(actor), auditEvents.ip), width: 60 },
  ],
  where: and(...Object.values(conditions)) ?? sql`true`,
  counted: 'Event',
})

/** Returns a value where the condition is met; undefined: everywhere. */
const where = (seen: SQL | undefined, value: SQL | Field): SQL | Field =>
  seen ? sql`case when ${seen} then ${value} end` : value
