import type { AccessToken, listTokens as endpoint } from '@deedbox/contract/tokens.ts'
import { and, desc, eq, gt, type SQL } from 'drizzle-orm'
import { sessions } from '../../db/tables/accounts.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'

/** Selects the actor's own tokens that have not expired. */
export const theirTokens = ({ actor, now }: Acting<ReadCtx>): SQL | undefined =>
  and(eq(sessions.userId, actor.id), eq(sessions.kind, 'token'), gt(sessions.expiresAt, now))

export const toToken = (row: typeof sessions.$inferSelect): AccessToken => ({
  id: row.id,
  name: row.name ?? '',
  scopes: (row.scopes ?? []) as AccessToken['scopes'],
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.seenAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
})

/** Lists the actor's own personal access tokens, newest first. */
export async function listTokens(ctx: Acting<ReadCtx>): Promise<Answer<typeof endpoint>> {
  const rows = await ctx.tx
    .select()
    .from(sessions)
    .where(theirTokens(ctx))
    .orderBy(desc(sessions.createdAt), sessions.id)
  return { tokens: rows.map(toToken) }
}
