import { type SQL, sql } from 'drizzle-orm'
import { profiles } from '../db/tables/accounts.ts'
import { identityCheckPeople, identityChecks } from '../db/tables/identity-checks.ts'
import type { Actor } from '../kernel/context/actor.ts'
import { keeping, keepsMatters } from './matters.ts'

/**
 * Returns the one predicate that decides who sees an identity check, for a query on `identity_checks` (ADR 86): who is named on it and keeps matters, and
 * nobody else. Only when none of those named keeps matters any more, administrators do, so that it is not lost.
 */
export function checksVisibleTo(actor: Actor): SQL {
  if (!keepsMatters(actor)) return sql`false`
  const named = sql`exists (select from ${identityCheckPeople} where ${identityCheckPeople.checkId} = ${identityChecks.id}
    and ${identityCheckPeople.userId} = ${actor.id})`
  if (actor.role !== 'admin') return named
  return sql`(${named} or not exists (select from ${identityCheckPeople} join ${profiles} on ${profiles.id} = ${identityCheckPeople.userId}
    where ${identityCheckPeople.checkId} = ${identityChecks.id} and ${keeping}))`
}
