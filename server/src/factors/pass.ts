import type { passFactor as endpoint } from '@deedbox/contract/factors.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { eq, sql } from 'drizzle-orm'
import { clearFailures } from '../accounts/lockout.ts'
import { whoIsHere } from '../accounts/session-user.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { devices, sessions } from '../db/tables/accounts.ts'
import type { Answer, Input, Raw } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { withFactorCode } from './verify.ts'

/**
 * The second step of signing in with a code.
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

/** What somebody proved in their session now, and when: they need not prove it again soon. */
export async function proveFactor({ tx, actor, now }: Acting<WriteCtx>, method: string): Promise<void> {
  const proved = JSON.stringify([{ method, at: now.toISOString() }])
  await tx
    .update(sessions)
    .set({ factorAt: now, provedAt: now, methods: sql`${sessions.methods} || ${proved}::jsonb` })
    .where(eq(sessions.id, actor.sessionId))
}

/**
 * The actor's second factor is passed: their session is whole, and their failures are forgotten. `remember`: no second
 * factor is asked for on this device for 30 days; only a cookie proves which device it is.
 */
export async function passFactor(
  ctx: Acting<WriteCtx>,
  { method, remember = false }: { method: string; remember?: boolean },
): Promise<void> {
  const { tx, actor, now } = ctx
  await proveFactor(ctx, method)
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
