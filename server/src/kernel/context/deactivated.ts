import { type Column, type SQL, sql } from 'drizzle-orm'
import { organizations, profiles } from '../../db/tables/accounts.ts'

/** Returns the condition that an organisation's id belongs to a deactivated one. */
export const isDeactivated = (organizationId: Column): SQL =>
  sql`exists (select 1 from ${organizations} d where d.id = ${organizationId} and d.deactivated_at is not null)`

/**
 * People who may sign in and be written to, over `profiles`: neither they nor their organisation are deactivated.
 * Administrators are never locked out by their organisation. The session query says the same (actor.ts).
 */
export const notDeactivated: SQL = sql`(${profiles.deactivatedAt} is null
  and (${profiles.role} = 'admin' or not ${isDeactivated(profiles.organizationId)}))`

/** Trustees who wait to be confirmed, over `profiles`; whoever is deactivated or has closed their account waits for nothing. */
export const waitsToBeConfirmed: SQL = sql`(${profiles.role} = 'trustee' and ${profiles.confirmedAt} is null and ${notDeactivated})`
