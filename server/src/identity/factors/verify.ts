import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { factors } from '../../db/tables/sign-in.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, Caller, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { countFailure, lockAttempts, lockedMinutes } from '../accounts/lockout.ts'
import { spendBackupCode } from './backup-codes.ts'
import { verifyPhoneCode } from './phone-codes.ts'
import { stepOf } from './totp.ts'
import { openTotpSecret } from './totp-secret.ts'

export type CodeMethod = 'totp' | 'phone' | 'backup'

/**
 * Uses a code of the actor's: one that their authenticator app shows or that was texted to them, or a backup code. How it was proved; null if it is
 * wrong or was used before. The caller has locked the attempts and counts the failure (`withFactorCode` does both).
 * `factorId`: only of this factor.
 */
export async function verifyFactorCode(
  services: Pick<Services, 'auth' | 'keyring' | 'mail'>,
  ctx: Acting<WriteCtx>,
  code: string,
  factorId?: string,
): Promise<CodeMethod | null> {
  if (!/^\d{6}$/.test(code))
    return !factorId && (await spendBackupCode(services, ctx, code)) ? 'backup' : null
  const asked = factorId ? eq(factors.id, factorId) : undefined
  const own = await ctx.tx
    .select()
    .from(factors)
    .where(and(eq(factors.userId, ctx.actor.id), isNotNull(factors.verifiedAt), asked))
  for (const app of own.filter(({ kind }) => kind === 'totp')) {
    const step = await stepOf(openTotpSecret(services.keyring, app), code, {
      now: ctx.now,
      lastStep: app.lastStep,
    })
    if (step !== null && (await spendStep(ctx, app.id, step))) return 'totp'
  }
  for (const phone of own.filter(({ kind }) => kind === 'phone'))
    if (await verifyPhoneCode(services, ctx, phone, code)) return 'phone'
  return null
}

/** Spends a step: the first of two uses of one code at once changes the row, the second does not. */
async function spendStep({ tx, now }: WriteCtx, factorId: string, step: number): Promise<boolean> {
  const used = await tx
    .update(factors)
    .set({ lastStep: step, lastUsedAt: now })
    .where(and(eq(factors.id, factorId), or(isNull(factors.lastStep), lt(factors.lastStep, step))))
    .returning({ id: factors.id })
  return used.length > 0
}

/** Parts of `Raw` that this needs, whatever the call. */
type Asking = {
  caller: Caller
  actor: Actor
  transact: <T>(fn: (ctx: Acting<WriteCtx>) => Promise<T>) => Promise<T>
}

/**
 * Runs `work` in one transaction if `verify` finds the actor's second factor proved. A failure counts like a failed
 * sign-in, so that factors can be guessed no more often than passwords, whichever door is tried.
 * @throws Refusal 'factor-wrong', 'login-locked'.
 */
export async function withFactor<M, T>(
  asking: Asking,
  verify: (ctx: Acting<WriteCtx>) => Promise<M | null>,
  work: (ctx: Acting<WriteCtx>, method: M) => Promise<T>,
): Promise<T> {
  const attempt = { email: asking.actor.email, ip: asking.caller.ip }
  const outcome = await asking.transact(async (ctx) => {
    await lockAttempts(ctx, attempt)
    const locked = await lockedMinutes(ctx, attempt)
    if (locked > 0) {
      const details = { step: 'locked out' as const }
      await ctx.audit({ event: 'sign_in_failed', actor: null, subjectEmail: attempt.email, details })
      return { locked }
    }
    const method = await verify(ctx)
    if (method !== null) return { done: await work(ctx, method) }
    await countFailure(ctx, attempt, 'factor')
    return { locked }
  })
  if ('done' in outcome) return outcome.done
  if (outcome.locked > 0) throw new Refusal('login-locked', { retryAfterMinutes: outcome.locked })
  throw new Refusal('factor-wrong')
}

/** `withFactor` for a typed code. @throws Refusal 'factor-wrong', 'login-locked'. */
export const withFactorCode = <T>(
  services: Pick<Services, 'auth' | 'keyring' | 'mail'>,
  asking: Asking,
  code: string,
  work: (ctx: Acting<WriteCtx>, method: CodeMethod) => Promise<T>,
): Promise<T> => withFactor(asking, (ctx) => verifyFactorCode(services, ctx, code), work)
