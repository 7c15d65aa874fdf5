import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, gt, gte, or, sql } from 'drizzle-orm'
import type { ReadCtx, WriteCtx } from '../context/context.ts'
import { loginAttempts } from '../db/tables/accounts.ts'
import { Refusal } from '../platform/errors.ts'

/** Where failures are counted: the e-mail, and the address the request comes from (decisions, section 1). */
type Attempt = { email: string; ip: string | null }

const lastsMs = limits.lockout.minutes * 60_000

const counters = ({ email, ip }: Attempt) => [
  { kind: 'email' as const, key: email },
  ...(ip === null ? [] : [{ kind: 'address' as const, key: ip }]),
]

const countersOf = (attempt: Attempt) =>
  or(
    ...counters(attempt).map(({ kind, key }) =>
      and(eq(loginAttempts.kind, kind), eq(loginAttempts.key, key)),
    ),
  )

/** Waits until no other transaction holds `name`, and holds it to the end of this one. */
export async function hold(ctx: WriteCtx, name: string): Promise<void> {
  await ctx.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Makes attempts on one e-mail, and attempts from one address, take turns: many at once are counted one by one. */
export async function takeTurns(ctx: WriteCtx, attempt: Attempt): Promise<void> {
  // Always the e-mail first: nobody waits in a circle.
  for (const { kind, key } of counters(attempt)) await hold(ctx, `${kind} ${key}`)
}

/** For how many more minutes these attempts are refused; 0 when they are not. */
export async function lockedMinutes(ctx: ReadCtx, attempt: Attempt): Promise<number> {
  const locked = await ctx.tx
    .select({ lastAttempt: loginAttempts.lastAttempt })
    .from(loginAttempts)
    .where(
      and(
        countersOf(attempt),
        gte(loginAttempts.count, limits.lockout.failures),
        gt(loginAttempts.lastAttempt, new Date(ctx.now.getTime() - lastsMs)),
      ),
    )
  const waits = locked.map(({ lastAttempt }) => lastAttempt.getTime() + lastsMs - ctx.now.getTime())
  return Math.ceil(Math.max(0, ...waits) / 60_000)
}

/** @throws Refusal login-locked when these attempts are locked out. */
export async function refuseLocked(ctx: ReadCtx, attempt: Attempt): Promise<void> {
  const minutes = await lockedMinutes(ctx, attempt)
  if (minutes > 0) throw new Refusal('login-locked', { retryAfterMinutes: minutes })
}

/** Counts a failure and audits it; the one that locks is audited as that too. */
export async function countFailure(ctx: WriteCtx, attempt: Attempt, step: string): Promise<void> {
  await ctx.audit({ event: 'sign_in_failed', actor: null, subjectEmail: attempt.email, details: { step } })
  const fresh = new Date(ctx.now.getTime() - lastsMs)
  for (const counter of counters(attempt)) {
    const [row] = await ctx.tx
      .insert(loginAttempts)
      .values({ ...counter, count: 1, lastAttempt: ctx.now })
      .onConflictDoUpdate({
        target: [loginAttempts.kind, loginAttempts.key],
        set: {
          count: sql`case when ${loginAttempts.lastAttempt} > ${fresh.toISOString()}::timestamptz then ${loginAttempts.count} + 1 else 1 end`,
          lastAttempt: ctx.now,
        },
      })
      .returning({ count: loginAttempts.count })
    if (row?.count !== limits.lockout.failures) continue
    const details = { by: counter.kind }
    await ctx.audit({ event: 'sign_in_locked', actor: null, subjectEmail: attempt.email, details })
  }
}

/** A success clears the counts of the e-mail and of the address (specification, section 4). */
export async function clearFailures(ctx: WriteCtx, attempt: Attempt): Promise<void> {
  await ctx.tx.delete(loginAttempts).where(countersOf(attempt))
}
