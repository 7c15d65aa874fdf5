import { sql } from 'drizzle-orm'
import type { WriteCtx } from './context.ts'

/** Waits for the lock `name` and holds it until the end of this transaction. */
export async function advisoryLock(ctx: WriteCtx, name: string): Promise<void> {
  await ctx.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Waits for everybody who holds the lock `name` alone, and keeps them out until the end of this transaction. */
export async function sharedAdvisoryLock(ctx: WriteCtx, name: string): Promise<void> {
  await ctx.tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`)
}
