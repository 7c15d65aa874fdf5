import type { PersonHit } from '@deedbox/contract/search.ts'
import { and, asc, ne, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { theirPeople } from '../../identity/accounts/managing.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { matching } from '../../practice/people/filter.ts'
import { suggestPeople } from '../../sharing/grants/suggest-people.ts'
import { few } from './few.ts'

/** Finds people whose accounts the reader manages, then those to whom documents were shared that the reader handles. */
export async function searchPeople(ctx: Acting<ReadCtx>, text: string): Promise<PersonHit[]> {
  const { actor, tx, now } = ctx
  const managed = actor.permissions.includes('canManageUsers')
    ? await tx
        .select({ name: profiles.name, email: profiles.email, userId: profiles.id })
        .from(profiles)
        .where(and(theirPeople(actor), ne(profiles.id, actor.id), matching({ search: text }, now)))
        .orderBy(asc(sql`lower(${profiles.name})`), asc(profiles.id))
        .limit(few)
    : []
  if (managed.length === few || !actor.permissions.includes('canManageDocuments')) return managed
  const { people } = await suggestPeople(ctx, { query: { text }, params: undefined, body: undefined })
  const known = new Set(managed.map(({ email }) => email))
  const others = people
    .filter(({ email }) => !known.has(email))
    .map((person) => ({ ...person, userId: null }))
  return [...managed, ...others].slice(0, few)
}
