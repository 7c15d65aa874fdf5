import type { AuditDetails } from '@deedbox/contract/audit-events.ts'
import type { Details } from '@deedbox/contract/document-details.ts'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { type Origin, recordChange } from '../../kernel/audit/record.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import type { Services } from '../../kernel/services.ts'
import type { StoredDocument } from '../../policy/find.ts'
import type { Owner, StoredContent } from './store.ts'

const columns = getTableColumns(documents)

export type NewDocument = {
  details: Details
  /** Kind of copy that it is, if it can be checked. */
  copy?: StoredDocument['copy']
  /** Matter that it is in. */
  matterId?: string | null
  /** 'pending': nobody who handles documents has confirmed its details. */
  status: 'active' | 'pending'
  owner: Owner
  content: StoredContent
  /** Details of the audit event besides those of the file. */
  audited?: Partial<AuditDetails<'document_uploaded'>>
}

/**
 * Inserts the row of a stored file and its audit event in one statement, in the current transaction if there is one.
 * @param only a join that has a row while this may still be done: {@link whileSession} or {@link whileOwner}
 * @returns the document, or null if nothing was inserted
 */
export async function insertDocument(
  { database, clock, jobs }: Pick<Services, 'database' | 'clock'> & Partial<Pick<Services, 'jobs'>>,
  origin: Omit<Origin, 'now'>,
  only: SQL,
  { details, copy = null, matterId = null, status, owner, content, audited }: NewDocument,
): Promise<StoredDocument | null> {
  const document = {
    ...content,
    ...details,
    copy,
    matterId,
    status,
    secure: true,
    ownerId: owner.id,
    ownerName: owner.name,
    ownerEmail: owner.email,
    organizationId: owner.organizationId,
  } satisfies Partial<StoredDocument>
  const { fileName, fileSize, sha256 } = content
  const createdAt = await recordChange(database, origin, insertion(document, only, clock.shiftMs), {
    event: 'document_uploaded',
    documentId: document.id,
    details: { fileName, fileSize, sha256, ...audited },
  })
  if (!createdAt) return null
  // The job reads its words soon; if this is lost, the schedule does.
  jobs?.poke('index-documents')
  return {
    ...document,
    createdAt,
    updatedAt: null,
    deletedAt: null,
    deletedBy: null,
    superseded: false,
    keptUntil: null,
    contentRemovedAt: null,
  }
}

/**
 * Returns the status of a new document: if the person does not handle documents, it waits until somebody who does confirms its details (ADR
 * 40).
 */
export const statusFor = ({ permissions }: Actor): NewDocument['status'] =>
  permissions.includes('canManageDocuments') ? 'active' : 'pending'

/** Returns the condition that this person's session lasts. */
export const whileSession = ({ sessionId, id }: Pick<Actor, 'sessionId' | 'id'>): SQL =>
  sql`sessions on sessions.id = ${sessionId}::uuid and sessions.user_id = ${id}::uuid and sessions.expires_at > moment.now`

/** Returns the condition that the owner's account is active: for what the operator does without a session. */
export const whileOwner = (userId: string): SQL =>
  sql`profiles on profiles.user_id = ${userId}::uuid and ${notDeactivated}`

/** Inserts a new document, if `only` has a row. Its path must still be reserved for it. */
function insertion(
  document: Omit<typeof documents.$inferInsert, 'createdAt' | 'searchText'>,
  only: SQL,
  shiftMs: number,
): SQL {
  const cells = Object.entries(document).map(([name, value]) => {
    const column = columns[name as keyof typeof document]
    return { column, value: sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}` }
  })
  const names = sql.join(
    cells.map(({ column }) => sql.identifier(column.name)),
    sql`, `,
  )
  const values = sql.join(
    cells.map(({ value }) => value),
    sql`, `,
  )
  return sql`
    insert into documents (created_at, ${names})
    select moment.now, ${values}
    from (select date_trunc('milliseconds', now()) + ${shiftMs} * interval '1 millisecond' as now) moment
    join ${only}
    join content_paths on content_paths.path = ${document.filePath} and content_paths.document_id = ${document.id}
    returning created_at as at`
}
