import { and, asc, eq, isNull } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { ReadCtx } from '../context/context.ts'

/** Lists the email addresses of all administrators who can sign in. */
export async function administrators({ tx }: ReadCtx): Promise<string[]> {
  const people = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.role, 'admin'), isNull(profiles.deactivatedAt)))
    .orderBy(asc(profiles.id))
  return people.map(({ email }) => email)
}
