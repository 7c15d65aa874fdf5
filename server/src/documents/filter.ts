import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { and, eq, gte, like, lte, type SQL, sql } from 'drizzle-orm'
import { grantIs } from '../access/visible.ts'
import type { Actor } from '../context/actor.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { anywhere, wordsOf } from '../platform/search.ts'

/** Every word must be in the title, the client, the owner or the file name. */
const search = (text: string): SQL[] =>
  wordsOf(text).map((word) => like(documents.searchText, anywhere(word)))

/** Documents with a grant of that status and recipient: among all grants for those who see them, else the reader's own. */
function byGrant(actor: Actor, now: Date, { userEmail, accessStatus }: DocumentFilter): SQL | undefined {
  const status = accessStatus === 'all' ? undefined : accessStatus
  if (!userEmail && !status) return undefined
  const conditions = and(
    eq(documentAccess.documentId, documents.id),
    actor.permissions.includes('canManageDocuments') ? undefined : eq(documentAccess.userEmail, actor.email),
    userEmail ? like(documentAccess.userEmail, anywhere(userEmail)) : undefined,
    status ? grantIs(status, now) : undefined,
  )
  return sql`exists (select 1 from ${documentAccess} where ${conditions})`
}

/** The conditions of the filter object (specification, section 3); none for what is blank or 'all'. */
export function filtered(actor: Actor, now: Date, filter: DocumentFilter): SQL[] {
  const { documentType, status, expiryDateFrom, expiryDateTo } = filter
  return [
    ...search(filter.search ?? ''),
    byGrant(actor, now, filter),
    documentType && documentType !== 'all' ? eq(documents.type, documentType) : undefined,
    status && status !== 'all' ? eq(documents.status, status) : undefined,
    expiryDateFrom ? gte(documents.expiryDate, expiryDateFrom) : undefined,
    expiryDateTo ? lte(documents.expiryDate, expiryDateTo) : undefined,
  ].filter((condition) => condition !== undefined)
}
