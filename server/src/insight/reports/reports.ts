import {
  type AuditEventName,
  auditEvents as events,
  shareActivityEvents,
} from '@deedbox/contract/audit-events.ts'
import {
  aboutDetail,
  type DetailName,
  detailNames,
  detailsBesides,
} from '@deedbox/contract/document-details.ts'
import type { exportTypes } from '@deedbox/contract/reports.ts'
import { megabytes } from '@deedbox/contract/sizes.ts'
import { type SQL, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentVersions } from '../../db/tables/document-versions.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { releasedDocuments } from '../../db/tables/releases.ts'
import { autoRevoked, liveGrant, openedRelease, recordedFor, visibleTo } from '../../policy/visible.ts'
import { readingsReport } from './events-report.ts'
import { type Column, local, type Report, type Scope } from './report.ts'

/** The events of share_activity, as literals so that their index is used. */
export const sharing: SQL = sql`${auditEvents.event} in (${sql.raw(shareActivityEvents.map((event) => `'${event}'`).join(', '))})`

const labelsOf = (names: readonly AuditEventName[]) =>
  Object.fromEntries(names.map((name) => [name, events[name].label]))

/** The reports on what the caller may see now. */
export const reports: Record<(typeof exportTypes)[number], (scope: Scope) => Report> = {
  documents: ({ actor, now, timeZone }) => ({
    title: 'Documents',
    noun: ['document', 'documents'],
    columns: [
      ...columnOf('title'),
      ...columnOf('type'),
      { header: 'Status', value: documents.status, width: 70 },
      { header: 'Upload Date', value: local(documents.createdAt, timeZone), width: 110 },
      ...columnOf('expiryDate'),
      {
        header: 'File Size',
        value: documents.fileSize,
        text: (bytes) => megabytes(Number(bytes)),
        width: 90,
        right: true,
      },
      // After the columns of the specification, which keep their places.
      ...detailsBesides('title', 'type', 'expiryDate').flatMap(columnOf),
      { header: 'Version Of', value: earlierTitle(actor, now), width: null },
    ],
    source: sql`${documents} left join ${documentVersions} own on own.document_id = ${documents.id}`,
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
    source: accessGiven(now),
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
      { header: 'Action', value: auditEvents.event, label: labelsOf(shareActivityEvents), width: 90 },
      { header: 'Notes', value: auditEvents.notes, width: 140 },
    ],
    source: sql`${auditEvents}`,
    where: sql`${sharing} and ${recordedFor(actor, now, auditEvents.documentId)}`,
    at: auditEvents.at,
    id: auditEvents.id,
    counted: 'Action',
  }),
  readings: readingsReport,
}

/** Width that the columns of details share in the report of documents: the page without its other columns. */
const widthOfDetails = 770 - 70 - 110 - 90

/** Returns the column of a detail in the report of documents, if it has one. */
function columnOf(name: DetailName): Column[] {
  const known = aboutDetail(name)
  if (known.reported === null) return []
  const taken = detailNames
    .map((one) => aboutDetail(one).reported)
    .filter((width) => typeof width === 'number')
  const width =
    known.reported === 'rest'
      ? taken.reduce((rest, one) => rest - one, widthOfDetails)
      : known.reported === 'csv'
        ? null
        : known.reported
  const column = { header: known.heading, value: documents[name], width }
  if (known.kind === 'choice') return [{ ...column, label: known.choices }]
  return [
    known.kind === 'day' ? { ...column, value: orNone(sql`${documents[name]}::text`, known.none) } : column,
  ]
}

/** Returns the title of the version before a document that the reader sees; beside `own`, its row among the versions. */
const earlierTitle = (
  actor: Scope['actor'],
  now: Date,
): SQL => sql`(select ${documents.title} from ${documentVersions} earlier join ${documents} on ${documents.id} = earlier.document_id
  where earlier.chain_id = own.chain_id and earlier.number < own.number and ${visibleTo(actor, now)}
  order by earlier.number desc limit 1)`

function orNone(value: SQL, none = 'No expiry'): SQL {
  return sql`coalesce(${value}, ${none}::text)`
}

/** Grants, and access that releases gave, as rows like them: the name of the table stays, so that its columns are those of both. */
const accessGiven = (
  now: Date,
): SQL => sql`(select id, document_id, user_name, user_email, status, granted_by_name, granted_at, expires_at, auto_revoke_date
  from document_access union all
  select md5(${releasedDocuments.askingId}::text || ${releasedDocuments.documentId})::uuid, ${releasedDocuments.documentId}, ${profiles.name}, ${profiles.email},
    case when ${releasedDocuments.overAt} is null then 'active' else 'revoked' end, 'A release', ${releasedDocuments.begins}, ${releasedDocuments.ends}, null
  from ${releasedDocuments} join ${profiles} on ${profiles.id} = ${releasedDocuments.userId} where ${openedRelease(now)}) document_access`

/** Returns the status of a grant now, even if the job has not marked it yet. */
function statusAt(now: Date): SQL {
  return sql`case when ${documentAccess.status} <> 'active' or ${liveGrant(now)} then ${documentAccess.status}
    when ${autoRevoked} then 'revoked' else 'expired' end`
}
