import { whyNobody } from '../../kernel/context/bearer.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'

/**
 * Returns the context of a call that needs somebody, but also serves guests whose access has expired: to see who they are and to sign out,
 * as on the screens.
 * @throws Refusal not-signed-in, token-invalid, session-ended.
 */
export function signedIn<C extends ReadCtx>(ctx: C): Acting<C> {
  if (!ctx.actor) throw new Refusal(whyNobody(ctx.token))
  return { ...ctx, actor: ctx.actor }
}
