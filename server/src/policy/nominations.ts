import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { documents } from '../db/tables/documents.ts'
import { matters } from '../db/tables/matters.ts'
import { nominations } from '../db/tables/releases.ts'
import type { Actor } from '../kernel/context/actor.ts'
import { keepsMatters, mattersVisibleTo } from './matters.ts'
import { answeredFor, visibleTo } from './visible.ts'

/**
 * Returns the one predicate of who sees a nomination with all that was asked for by it, for a query on `nominations` (ADR 82): that of a document whoever
 * sees the document through more than a grant; that of a matter its owner, and whoever keeps matters and sees this one. A nominee does not.
 */
export function nominationsVisibleTo(actor: Actor, now: Date): SQL {
  const document = sql`exists (select from ${documents}
    where ${and(eq(documents.id, nominations.documentId), visibleTo(actor, now), answeredFor(actor, now))})`
  const matter = keepsMatters(actor)
    ? sql`exists (select from ${matters} where ${and(eq(matters.id, nominations.matterId), mattersVisibleTo(actor, now))})`
    : undefined
  return or(document, eq(nominations.ownerId, actor.id), matter) ?? sql`false`
}

/** Selects nominations of what a person owns: theirs to veto. */
export const nominationsOwnedBy = (actor: Actor): SQL =>
  sql`(${nominations.ownerId} = ${actor.id} or exists (select from ${documents}
    where ${documents.id} = ${nominations.documentId} and ${documents.ownerId} = ${actor.id}))`
