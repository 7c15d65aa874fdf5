import { and, eq } from 'drizzle-orm'
import { authAccounts } from '../../db/tables/accounts.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, Caller, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import type { AuthContext } from './auth.ts'
import { clearFailures, countFailure, lockAttempts, lockedMinutes } from './lockout.ts'
import { notChecked } from './passwords.ts'

/** Parts of `Raw` that this needs, whatever the call. */
type Asking = {
  caller: Caller
  actor: Actor
  read: <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T>
  transact: <T>(fn: (ctx: Acting<WriteCtx>) => Promise<T>) => Promise<T>
}

/** The hash of a right password is another since it was read. */
export class HashChangedError extends Error {
  override readonly name: string = 'HashChangedError'
}

/**
 * Turns the error of a transaction that found another hash into 'again': the password has to be checked again, because a sign-in at the
 * same time may have stored the same one anew.
 */
export function orAgain(error: unknown): 'again' {
  if (error instanceof HashChangedError) return 'again'
  throw error
}

/**
 * Runs `work` in one transaction if this is the actor's password. A wrong one counts like a failed sign-in, so that an
 * open session is no way to guess it.
 * @throws Refusal 'password-missing', 'password-wrong', 'login-locked'.
 */
export async function withPassword<T>(
  { auth }: Pick<Services, 'auth'>,
  asking: Asking,
  password: string,
  work: (ctx: Acting<WriteCtx>) => Promise<T>,
): Promise<T> {
  const attempt = { email: asking.actor.email, ip: asking.caller.ip }
  const { minutes, hash } = await asking.read(async (ctx) => ({
    minutes: await lockedMinutes(ctx, attempt),
    hash: await passwordOf(ctx),
  }))
  if (!hash) throw new Refusal('password-missing')
  // Hashing is slow, so it happens before the transaction; during a lockout the password is not checked.
  const { right, renewed } = minutes === 0 ? await auth.passwords.check(hash, password) : notChecked

  const outcome = await asking
    .transact(async (ctx) => {
      await lockAttempts(ctx, attempt)
      const locked = Math.max(minutes, await lockedMinutes(ctx, attempt))
      if (locked > 0) {
        await ctx.audit({
          event: 'sign_in_failed',
          actor: null,
          subjectEmail: attempt.email,
          details: { step: 'locked out' },
        })
        return { locked }
      }
      if (right && (await passwordOf(ctx)) !== hash) throw new HashChangedError()
      if (!right) {
        await countFailure(ctx, attempt, 'own password')
        return { locked: 0 }
      }
      await clearFailures(ctx, attempt)
      if (renewed) await storePassword(ctx, await auth.context(), asking.actor.id, renewed)
      return { done: await work(ctx) }
    })
    .catch(orAgain)
  if (outcome === 'again') return withPassword({ auth }, asking, password, work)
  if ('done' in outcome) return outcome.done
  if (outcome.locked > 0) throw new Refusal('login-locked', { retryAfterMinutes: outcome.locked })
  throw new Refusal('password-wrong')
}

export const hasPassword = async (ctx: Acting<ReadCtx>): Promise<boolean> => (await passwordOf(ctx)) !== null

/** Tells whether this is the actor's password already. Used for the actor only, who just proved who they are. */
export async function isOwnPassword(
  { auth }: Pick<Services, 'auth'>,
  { read }: Pick<Asking, 'read'>,
  password: string,
): Promise<boolean> {
  const hash = await read(passwordOf)
  return hash !== null && auth.passwords.verify({ hash, password })
}

/** Stores the hash of a person's password, their first one or another. */
export async function storePassword(
  ctx: WriteCtx,
  { internalAdapter }: AuthContext,
  userId: string,
  hash: string,
): Promise<void> {
  if (await internalAdapter.findCredentialAccount(userId)) {
    await internalAdapter.updatePassword(userId, hash)
    return
  }
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const account = { userId, accountId: userId, providerId: 'credential', password: hash }
  await internalAdapter.createAccount({ ...account, ...times })
}

async function passwordOf({ tx, actor }: Acting<ReadCtx>): Promise<string | null> {
  const [account] = await tx
    .select({ password: authAccounts.password })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, actor.id), eq(authAccounts.providerId, 'credential')))
  return account?.password ?? null
}
