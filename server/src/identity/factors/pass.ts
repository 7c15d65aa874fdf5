import type { passFactor as endpoint } from '@deedbox/contract/factors.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { sql } from 'drizzle-orm'
import { devices } from '../../db/tables/accounts.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { clearFailures } from '../accounts/lockout.ts'
import { whoIsHere } from '../accounts/session-user.ts'
import { renewSession } from '../accounts/sessions.ts'
import { withFactorCode } from './verify.ts'

/**
 * Takes the second step of signing in with a code.
 * @throws Refusal factor-wrong, login-locked.
 */
export async function passWithCode(
  services: Services,
  raw: Raw<typeof endpoint>,
  { body: { code, remember } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  await withFactorCode(services, raw, code, (ctx, method) => passFactor(ctx, { method, remember }))
  return services.contexts.read(raw.caller, async (ctx) => whoIsHere(ctx))
}

/**
 * Passes the actor's second factor: their session is whole, and their failures are forgotten. `remember`: no second factor is asked for on
 * this device for 30 days; only a cookie proves which device it is.
 */
export async function passFactor(
  ctx: Acting<WriteCtx>,
  { method, remember = false }: { method: string; remember?: boolean },
): Promise<void> {
  const { tx, actor, now } = ctx
  await renewSession(ctx, { method, factor: true })
  const remembered = remember && ctx.device !== null
  if (remembered)
    await tx
      .update(devices)
      .set({ rememberedUntil: new Date(now.getTime() + limits.rememberDeviceMs) })
      .where(
        sql`${devices.id} = (select device_id from sessions where id = ${actor.sessionId}) and ${devices.userId} = ${actor.id}`,
      )
  await clearFailures(ctx, { email: actor.email, ip: ctx.ip })
  await ctx.audit({
    event: 'factor_passed',
    actor,
    subjectEmail: actor.email,
    details: { method, ...(remembered && { remembered }) },
  })
}
