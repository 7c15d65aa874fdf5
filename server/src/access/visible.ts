import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../context/actor.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'

/** A grant that gives access at this moment: active, and neither of its two dates reached. To the very second. */
export const liveGrant = (now: Date): SQL => {
  const live = and(
    eq(documentAccess.status, 'active'),
    or(isNull(documentAccess.expiresAt), gt(documentAccess.expiresAt, now)),
    or(isNull(documentAccess.autoRevokeDate), gt(documentAccess.autoRevokeDate, now)),
  )
  return live ?? sql`false`
}

/** The documents on which a person holds a live grant. */
const granted = (actor: Actor, now: Date): SQL =>
  sql`${documents.id} = any(array(select ${documentAccess.documentId} from ${documentAccess} where ${documentAccess.userEmail} = ${actor.email} and ${liveGrant(now)}))`

const owned = (actor: Actor): SQL => eq(documents.ownerId, actor.id)

/** Who sees which documents, before deletion is considered (specification, section 6; decisions, section 2). */
function seen(actor: Actor, now: Date): SQL | undefined {
  if (actor.accessExpired) return sql`false`
  switch (actor.role) {
    case 'admin':
      return sql`true`
    case 'trustee':
      return actor.confirmed ? sql`true` : owned(actor)
    case 'b2b_admin':
      return actor.organizationId
        ? or(eq(documents.organizationId, actor.organizationId), owned(actor), granted(actor, now))
        : or(owned(actor), granted(actor, now))
    case 'requestor':
      return or(owned(actor), granted(actor, now))
    case 'guest':
      return granted(actor, now)
    default:
      return sql`false`
  }
}

/** Whether a person may see deleted documents at all: those who may bring them back. */
export const seesDeleted = (actor: Actor): boolean => actor.permissions.includes('canManageDocuments')

/**
 * The one predicate that decides what a person may list and what they may open, for a query over `documents`.
 * Deny by default. `view: 'deleted'` is the same people's deleted documents whose content is still there.
 */
export function visibleTo(actor: Actor, now: Date, view: 'current' | 'deleted' = 'current'): SQL {
  const current = view === 'current'
  if (!current && !seesDeleted(actor)) return sql`false`
  const whole = current
    ? and(isNull(documents.deletedAt), seen(actor, now))
    : and(isNotNull(documents.deletedAt), isNull(documents.contentRemovedAt), seen(actor, now))
  return whole ?? sql`false`
}
