import { auditEvents as eventLabels, shareActivityEvents } from '@deedbox/contract/audit-events.ts'
import type { exportTypes } from '@deedbox/contract/bulk.ts'
import { documentTypeLabels } from '@deedbox/contract/documents.ts'
import { megabytes } from '@deedbox/contract/sizes.ts'
import { type Column as Field, type SQL, sql } from 'drizzle-orm'
import { autoRevoked, liveGrant, recordedFor, visibleTo } from '../access/visible.ts'
import type { Actor } from '../context/actor.ts'
import { auditEvents } from '../db/tables/audit.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'

/** A column of a report: `value` in the database, `text` in a cell, `label` on a printed page. */
type Column = {
  header: string
  value: SQL | Field
  text?: (value: string) => string
  label?: Record<string, string>
  /** Its share of a page's width. */
  width: number
  right?: true
}

/** One of the three audit reports (specification, section 9): names, columns and words are the specification's. */
export type Report = {
  title: string
  /** What a row is called, singular and plural. */
  noun: readonly [one: string, many: string]
  columns: readonly Column[]
  source: SQL
  where: SQL
  /** The time by which the period is applied and rows are sorted, newest first; then the key. */
  at: Field
  id: Field
  /** The column whose values are counted at the end. */
  counted: string
  /** The column that is added up at the end. */
  bytes?: Field
}

type Scope = { actor: Actor; now: Date; timeZone: string }

/** The events of share_activity, as literals so that their index is used. */
export const sharing: SQL = sql`${auditEvents.event} in (${sql.raw(shareActivityEvents.map((event) => `'${event}'`).join(', '))})`

/** The reports on what the caller may see now. */
export const reports: Record<(typeof exportTypes)[number], (scope: Scope) => Report> = {
  documents: ({ actor, now, timeZone }) => ({
    title: 'Documents',
    noun: ['document', 'documents'],
    columns: [
      { header: 'Title', value: documents.title, width: 330 },
      { header: 'Type', value: documents.type, label: documentTypeLabels, width: 80 },
      { header: 'Status', value: documents.status, width: 70 },
      { header: 'Upload Date', value: local(documents.createdAt, timeZone), width: 110 },
      { header: 'Expiry Date', value: orNone(sql`${documents.expiryDate}::text`), width: 90 },
      {
        header: 'File Size',
        value: documents.fileSize,
        text: (bytes) => megabytes(Number(bytes)),
        width: 90,
        right: true,
      },
    ],
    source: sql`${documents}`,
    where: visibleTo(actor, now),
    at: documents.createdAt,
    id: documents.id,
    counted: 'Status',
    bytes: documents.fileSize,
  }),
  access: ({ actor, now, timeZone }) => ({
    title: 'Access',
    noun: ['access record', 'access records'],
    columns: [
      { header: 'User Name', value: documentAccess.userName, width: 115 },
      { header: 'User Email', value: documentAccess.userEmail, width: 150 },
      { header: 'Document ID', value: documentAccess.documentId, width: 158 },
      { header: 'Granted Date', value: local(documentAccess.grantedAt, timeZone), width: 92 },
      { header: 'Expiry Date', value: orNone(local(documentAccess.expiresAt, timeZone)), width: 92 },
      { header: 'Status', value: statusAt(now), width: 53 },
      { header: 'Granted By', value: documentAccess.grantedByName, width: 110 },
    ],
    source: sql`${documentAccess}`,
    where: recordedFor(actor, now, documentAccess.documentId),
    at: documentAccess.grantedAt,
    id: documentAccess.id,
    counted: 'Status',
  }),
  activity: ({ actor, now, timeZone }) => ({
    title: 'Activity',
    noun: ['entry', 'entries'],
    columns: [
      { header: 'Document ID', value: auditEvents.documentId, width: 158 },
      { header: 'Shared With', value: auditEvents.subjectEmail, width: 145 },
      { header: 'Shared By', value: auditEvents.actorEmail, width: 145 },
      { header: 'Shared Date', value: local(auditEvents.at, timeZone), width: 92 },
      { header: 'Action', value: auditEvents.event, label: eventLabels, width: 90 },
      { header: 'Notes', value: auditEvents.notes, width: 140 },
    ],
    source: sql`${auditEvents}`,
    where: sql`${sharing} and ${recordedFor(actor, now, auditEvents.documentId)}`,
    at: auditEvents.at,
    id: auditEvents.id,
    counted: 'Action',
  }),
}

/** An instant as date and time in the deployment's time zone. */
function local(instant: Field, timeZone: string): SQL {
  return sql`to_char(${instant} at time zone ${timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`
}

function orNone(value: SQL): SQL {
  return sql`coalesce(${value}, 'No expiry')`
}

/** The status of a grant now, even if the job has not marked it yet. */
function statusAt(now: Date): SQL {
  return sql`case when ${documentAccess.status} <> 'active' or ${liveGrant(now)} then ${documentAccess.status}
    when ${autoRevoked} then 'revoked' else 'expired' end`
}
