import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { documents } from '../db/tables/documents.ts'
import { dueDates } from '../db/tables/due-dates.ts'
import { matters } from '../db/tables/matters.ts'
import type { Actor } from '../kernel/context/actor.ts'
import { mattersVisibleTo } from './matters.ts'
import { answeredFor, visibleTo } from './visible.ts'

/**
 * Returns the one predicate that decides who sees what falls due, for a query on `due_dates` (ADR 75): that of a document whoever sees the document
 * through more than a grant, that of a matter alone whoever sees the matter.
 */
export function dueDatesVisibleTo(actor: Actor, now: Date): SQL {
  const document = sql`exists (select from ${documents}
    where ${and(eq(documents.id, dueDates.documentId), visibleTo(actor, now), answeredFor(actor, now))})`
  const matter = sql`(${dueDates.documentId} is null and exists (select from ${matters}
    where ${and(eq(matters.id, dueDates.matterId), mattersVisibleTo(actor, now))}))`
  return or(document, matter) ?? sql`false`
}
