import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { StoredDocument } from '../access/find.ts'
import { type Origin, recordChange } from '../audit/record.ts'
import type { Actor } from '../context/actor.ts'
import { notDeactivated } from '../context/deactivated.ts'
import { documents } from '../db/tables/documents.ts'
import type { Services } from '../services.ts'
import type { Owner, StoredContent } from './store.ts'

const columns = getTableColumns(documents)

/** What people say about a document; a blank client is none. */
export type Described = Pick<StoredDocument, 'title' | 'type' | 'clientName' | 'expiryDate'>

export type NewDocument = Described & {
  /** 'pending': nobody who handles documents has confirmed its details. */
  status: 'active' | 'pending'
  owner: Owner
  content: StoredContent
  /** What the audit event says besides the file. */
  details?: Record<string, unknown>
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
  { owner, content, details, ...described }: NewDocument,
): Promise<StoredDocument | null> {
  const document = {
    ...content,
    ...described,
    clientName: described.clientName || null,
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
    details: { fileName, fileSize, sha256, ...details },
  })
  if (!createdAt) return null
  // Its words are read soon; if this is lost, by the schedule.
  jobs?.poke('index-documents')
  return {
    ...document,
    createdAt,
    updatedAt: null,
    deletedAt: null,
    deletedBy: null,
    keptUntil: null,
    contentRemovedAt: null,
  }
}

/** What people upload who do not handle documents waits until somebody who does confirms its details (ADR 40). */
export const statusFor = ({ permissions }: Actor): NewDocument['status'] =>
  permissions.includes('canManageDocuments') ? 'active' : 'pending'

/** While the session of this token lasts and is this person's. */
export const whileSession = (token: string | null, userId: string): SQL =>
  sql`sessions on sessions.token = ${token} and sessions.user_id = ${userId} and sessions.expires_at > moment.now`

/** While the owner's account is active: for what the operator does without a session. */
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
