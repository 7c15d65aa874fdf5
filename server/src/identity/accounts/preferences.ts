import type * as contract from '@deedbox/contract/profile.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { sessionUser } from './session-user.ts'

/** Changes the actor's preferences. */
export async function setPreferences(
  ctx: Acting<WriteCtx>,
  { body }: Input<typeof contract.setPreferences>,
): Promise<Answer<typeof contract.setPreferences>> {
  await ctx.tx
    .update(profiles)
    .set({ preferences: body, updatedAt: ctx.now })
    .where(eq(profiles.id, ctx.actor.id))
  await ctx.audit({ event: 'preferences_updated', details: body })
  return { user: sessionUser({ ...ctx.actor, preferences: body }) }
}
