import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { documents } from '../db/tables/documents.ts'
import { dueDates } from '../db/tables/due-dates.ts'
import { identityChecks } from '../db/tables/identity-checks.ts'
import { matters } from '../db/tables/matters.ts'
import type { Actor } from '../kernel/context/actor.ts'
import { checksVisibleTo } from './identity-checks.ts'
import { keepsMatters, mattersVisibleTo } from './matters.ts'
import { answeredFor, seesOwnOnly, visibleTo, waysOf } from './visible.ts'

/**
 * Returns the one predicate that decides who sees what falls due, for a query on `due_dates` (ADR 75): that of a document whoever sees the document
 * through more than a grant, that of a matter alone whoever sees the matter, that of an
 * identity check whoever sees the check.
 */
export function dueDatesVisibleTo(actor: Actor, now: Date): SQL {
  // Rows are looked up one by one for people who see nearly all: PostgreSQL would read every document for an 'exists' beside an 'or'. An organisation's are
  // read once. Whoever has only their own has few and sees no matter: their dates are found by these.
  const among = (rows: SQL) =>
    waysOf(actor).includes('everything')
      ? sql`coalesce((select true ${rows}), false)`
      : sql`exists (select ${rows})`
  const seen = and(visibleTo(actor, now), answeredFor(actor, now))
  if (seesOwnOnly(actor))
    return sql`${dueDates.documentId} = any(array(select ${documents.id} from ${documents} where ${seen}))`
  const document = among(sql`from ${documents} where ${and(eq(documents.id, dueDates.documentId), seen)}`)
  const ofMatter = among(
    sql`from ${matters} where ${and(eq(matters.id, dueDates.matterId), mattersVisibleTo(actor, now))}`,
  )
  const matter = sql`(${dueDates.documentId} is null and ${ofMatter})`
  const check = sql`(${dueDates.identityCheckId} is not null and exists (select from ${identityChecks}
    where ${and(eq(identityChecks.id, dueDates.identityCheckId), checksVisibleTo(actor))}))`
  return or(document, matter, ...(keepsMatters(actor) ? [check] : [])) ?? sql`false`
}
