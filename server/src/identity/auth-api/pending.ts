import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { verifications } from '../../db/tables/accounts.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'

const person = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  /** The hash of the chosen password; null: none, or nobody can tell whose of two it would be. */
  passwordHash: z.string().nullable(),
})
const change = z.object({
  sessionId: z.string(),
  from: z.string(),
  to: z.string(),
  proved: z.array(z.string()),
})

/** Data of who will get an account with the code that is on its way, or whose email will change with two. */
const kinds = { 'sign-up': person, 'sign-in': person, 'email-change': change }
type Kinds = { [K in keyof typeof kinds]: z.output<(typeof kinds)[K]> }

const named = (kind: keyof Kinds, email: string) => eq(verifications.identifier, `pending ${kind}:${email}`)

/** Returns what waits for the code that was mailed to this address, while such a code is valid. */
export async function pendingOf<K extends keyof Kinds>(
  { tx, now }: ReadCtx,
  kind: K,
  email: string,
): Promise<Kinds[K] | null> {
  const [row] = await tx
    .select()
    .from(verifications)
    .where(and(named(kind, email), gt(verifications.expiresAt, now)))
  return row ? (kinds[kind].parse(JSON.parse(row.value)) as Kinds[K]) : null
}

/** Keeps it for as long as a code lives, instead of what waited before. The caller has locked the email. */
export async function keepPending<K extends keyof Kinds>(
  ctx: WriteCtx,
  kind: K,
  email: string,
  value: Kinds[K],
): Promise<void> {
  await dropPending(ctx, kind, email)
  await ctx.tx.insert(verifications).values({
    identifier: `pending ${kind}:${email}`,
    value: JSON.stringify(value),
    expiresAt: new Date(ctx.now.getTime() + limits.code.livesMs),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
}

export async function dropPending({ tx }: WriteCtx, kind: keyof Kinds, email: string): Promise<void> {
  await tx.delete(verifications).where(named(kind, email))
}
