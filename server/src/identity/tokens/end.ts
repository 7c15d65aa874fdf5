import type { endToken as endpoint } from '@deedbox/contract/tokens.ts'
import { and, eq } from 'drizzle-orm'
import { sessions } from '../../db/tables/accounts.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { theirTokens } from './list.ts'
import { tellEnded } from './notices.ts'

/** Ends one of the actor's own personal access tokens: its next call is refused. @throws Refusal token-not-found. */
export async function endToken(
  services: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { params: { tokenId } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const [ended] = await ctx.tx
    .delete(sessions)
    .where(and(eq(sessions.id, tokenId), theirTokens(ctx)))
    .returning({ name: sessions.name })
  if (!ended) throw new Refusal('token-not-found')
  await ctx.audit({
    event: 'access_token_ended',
    subjectEmail: ctx.actor.email,
    details: { tokenId, name: ended.name },
  })
  await tellEnded(services, ctx, ended.name ?? '')
  return { success: true }
}
