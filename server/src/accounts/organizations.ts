import type { findOrganizations as endpoint } from '@deedbox/contract/accounts.ts'
import { and, eq, like, sql } from 'drizzle-orm'
import type { Acting, ReadCtx, WriteCtx } from '../context/context.ts'
import { organizations } from '../db/tables/accounts.ts'
import type { Answer, Input } from '../http/handler.ts'
import { anywhere, wordsOf } from '../platform/search.ts'
import { ofTheirs } from './invitations.ts'
import { hold } from './lockout.ts'

/** The organisation with this name in any case, created if there is none. Null for a blank name. */
export async function organizationNamed(
  ctx: WriteCtx,
  name: string,
): Promise<{ id: string; name: string } | null> {
  if (!name) return null
  await hold(ctx, 'organizations')
  const [found] = await ctx.tx
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(eq(sql`lower(${organizations.name})`, name.toLowerCase()))
  if (found) return found
  const id = crypto.randomUUID()
  await ctx.tx.insert(organizations).values({ id, name, createdAt: ctx.now })
  return { id, name }
}

const offered = 20

/** The first organisations by name that match, for a field that completes what is typed. */
export async function findOrganizations(
  { tx, actor }: Acting<ReadCtx>,
  { query: { search = '' } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const found = wordsOf(search).map((word) => like(organizations.searchText, anywhere(word)))
  return {
    organizations: await tx
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .where(and(ofTheirs(actor, organizations.id), ...found))
      .orderBy(sql`lower(${organizations.name})`, organizations.id)
      .limit(offered),
  }
}
