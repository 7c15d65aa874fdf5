import type { SignInStep } from '@deedbox/contract/audit/sign-in-steps.ts'
import { dayMs, hourMs, minuteMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, desc, eq, gt, gte, type SQL, sql } from 'drizzle-orm'
import { addressAttempts, loginAttempts } from '../../db/tables/accounts.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import { networkOf } from '../../platform/address.ts'
import { Refusal } from '../../platform/errors.ts'

/** Failures are counted by email, and by the IP address of the request (ADR 12). */
type Attempt = { email: string; ip: string | null }

const { failures, minutes, address } = limits.lockout
const lockedMs = minutes * minuteMs
const watchedMs = address.hours * hourMs
const knownMs = address.knownDays * dayMs

const before = (ctx: ReadCtx, ms: number) => new Date(ctx.now.getTime() - ms)

const ofEmail = ({ email }: Attempt) => and(eq(loginAttempts.kind, 'email'), eq(loginAttempts.key, email))

const ofNetwork = (ctx: ReadCtx, network: string): SQL | undefined =>
  and(eq(addressAttempts.network, network), gt(addressAttempts.failedAt, before(ctx, watchedMs)))

/** Locks the email and the network of an attempt, so that simultaneous ones are counted one by one. */
export async function lockAttempts(ctx: WriteCtx, { email, ip }: Attempt): Promise<void> {
  // The email is always held first, so that no two transactions wait for each other.
  await advisoryLock(ctx, `email ${email}`)
  if (ip !== null) await advisoryLock(ctx, `address ${networkOf(ip)}`)
}

/** Returns the minutes for which these attempts are still refused; 0 if they are not. */
export async function lockedMinutes(ctx: ReadCtx, attempt: Attempt): Promise<number> {
  const [email] = await ctx.tx
    .select({ lastAttempt: loginAttempts.lastAttempt })
    .from(loginAttempts)
    .where(
      and(
        ofEmail(attempt),
        gte(loginAttempts.count, failures),
        gt(loginAttempts.lastAttempt, before(ctx, lockedMs)),
      ),
    )
  const ends = [
    (email?.lastAttempt.getTime() ?? 0) + lockedMs,
    (await decidingFailure(ctx, attempt)) + watchedMs,
  ]
  return Math.ceil(Math.max(0, ...ends.map((end) => end - ctx.now.getTime())) / minuteMs)
}

/** Finds the time of the failure that keeps the network's count at the limit; 0 if the network is not refused. */
async function decidingFailure(ctx: ReadCtx, { email, ip }: Attempt): Promise<number> {
  if (ip === null) return 0
  const network = networkOf(ip)
  const [failure] = await ctx.tx
    .select({ at: addressAttempts.failedAt })
    .from(addressAttempts)
    .where(ofNetwork(ctx, network))
    .orderBy(desc(addressAttempts.failedAt))
    .limit(1)
    .offset(address.people - 1)
  if (!failure?.at) return 0
  const [known] = await ctx.tx
    .select({ at: addressAttempts.succeededAt })
    .from(addressAttempts)
    .where(
      and(
        eq(addressAttempts.network, network),
        eq(addressAttempts.email, email),
        gt(addressAttempts.succeededAt, before(ctx, knownMs)),
      ),
    )
  return known ? 0 : failure.at.getTime()
}

/** @throws Refusal login-locked if these attempts are locked out. */
export async function refuseLocked(ctx: ReadCtx, attempt: Attempt): Promise<void> {
  const wait = await lockedMinutes(ctx, attempt)
  if (wait > 0) throw new Refusal('login-locked', { retryAfterMinutes: wait })
}

/** Counts and audits a failure, and the lockout if it causes one. The caller has locked the attempts. */
export async function countFailure(ctx: WriteCtx, attempt: Attempt, step: SignInStep): Promise<void> {
  const { email, ip } = attempt
  // The text that stands for an email where nobody is known is counted like one.
  const subjectEmail = email.includes('@') ? email : undefined
  await ctx.audit({ event: 'sign_in_failed', actor: null, subjectEmail, details: { step } })
  const locks = (by: 'email' | 'address') =>
    ctx.audit({ event: 'sign_in_locked', actor: null, subjectEmail, details: { by } })

  const fresh = before(ctx, lockedMs).toISOString()
  const [row] = await ctx.tx
    .insert(loginAttempts)
    .values({ kind: 'email', key: email, count: 1, lastAttempt: ctx.now })
    .onConflictDoUpdate({
      target: [loginAttempts.kind, loginAttempts.key],
      set: {
        count: sql`case when ${loginAttempts.lastAttempt} > ${fresh}::timestamptz then ${loginAttempts.count} + 1 else 1 end`,
        lastAttempt: ctx.now,
      },
    })
    .returning({ count: loginAttempts.count })
  if (row?.count === failures) await locks('email')

  if (ip === null) return
  const network = networkOf(ip)
  const people = () => ctx.tx.$count(addressAttempts, ofNetwork(ctx, network))
  const counted = await people()
  await ctx.tx
    .insert(addressAttempts)
    .values({ network, email, failedAt: ctx.now })
    .onConflictDoUpdate({
      target: [addressAttempts.network, addressAttempts.email],
      set: { failedAt: ctx.now },
    })
  if (counted < address.people && (await people()) >= address.people) await locks('address')
}

/** Clears failures. A success clears the count of the email (specification, section 4), and of its IP address only its own failures. */
export async function clearFailures(ctx: WriteCtx, attempt: Attempt): Promise<void> {
  const { email, ip } = attempt
  await ctx.tx.delete(loginAttempts).where(ofEmail(attempt))
  if (ip === null) return
  const success = { failedAt: null, succeededAt: ctx.now }
  await ctx.tx
    .insert(addressAttempts)
    .values({ network: networkOf(ip), email, ...success })
    .onConflictDoUpdate({ target: [addressAttempts.network, addressAttempts.email], set: success })
}

/** Removes attempts that no count needs any longer. */
export async function forgetAttempts(ctx: WriteCtx): Promise<void> {
  const { failedAt, succeededAt } = addressAttempts
  await ctx.tx
    .delete(loginAttempts)
    .where(sql`${loginAttempts.lastAttempt} <= ${before(ctx, watchedMs).toISOString()}::timestamptz`)
  await ctx.tx.delete(addressAttempts).where(
    sql`coalesce(${failedAt} <= ${before(ctx, watchedMs).toISOString()}::timestamptz, true)
        and coalesce(${succeededAt} <= ${before(ctx, knownMs).toISOString()}::timestamptz, true)`,
  )
}
