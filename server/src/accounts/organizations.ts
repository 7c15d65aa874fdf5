import { eq, sql } from 'drizzle-orm'
import type { WriteCtx } from '../context/context.ts'
import { organizations } from '../db/tables/accounts.ts'
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
