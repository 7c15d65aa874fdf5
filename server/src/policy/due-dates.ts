import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { documents } from '../db/tables/documents.ts'
import { dueDates } from '../db/tables/due-dates.ts'
import { identityChecks } from '../db/tables/identity-checks.ts'
import { matters } from '../db/tables/matters.ts'
import type { Actor } from '../kernel/context/actor.ts'
import { checksVisibleTo } from './identity-checks.ts'
import { keepsMatters, mattersVisibleTo } from './matters.ts'
import { answeredFor, seesOwnOnly, visibleTo, waysOf } from './visible.ts'

/** Documents of an organisation above which a date is looked up by itself, instead of among what all these documents have. */
const FEW_DOCUMENTS = 5_000

/**
 * Returns the one predicate that decides who sees what falls due, for a query on `due_dates` (ADR 75): that of a document whoever sees the document
 * through more than a grant, that of a matter alone whoever sees the matter, that of an
 * identity check whoever sees the check.
 */
export function dueDatesVisibleTo(actor: Actor, now: Date, few = FEW_DOCUMENTS): SQL {
  // Rows are looked up one by one for people who see much: PostgreSQL would read every document for an 'exists' beside an 'or'. A small organisation's are
  // read once. Whoever has only their own has few and sees no matter: their dates are found by these.
  const theirs = sql`select from ${documents} where ${eq(documents.organizationId, actor.organizationId ?? '')} limit ${few + 1}`
  const seesMuch = waysOf(actor).includes('everything')
    ? sql`true`
    : sql`(select count(*) > ${few} from (${theirs}) theirs)`
  const among = (rows: SQL) =>
    sql`case when ${seesMuch} then coalesce((select true ${rows}), false) else exists (select ${rows}) end`
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
