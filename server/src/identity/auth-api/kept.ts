import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { verifications } from '../../db/tables/accounts.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Keeps a value under a new secret, which is stored as its hash. */
export async function keep(ctx: WriteCtx, purpose: string, value: unknown, livesMs: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await ctx.tx.insert(verifications).values({
    identifier: `${purpose}:${hash(secret)}`,
    value: JSON.stringify(value),
    expiresAt: new Date(ctx.now.getTime() + livesMs),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  return secret
}

/** Tells whether something is kept under this secret, and leaves it there. */
export const isKept = async ({ tx, now }: ReadCtx, purpose: string, secret: string): Promise<boolean> =>
  (await tx.$count(
    verifications,
    and(eq(verifications.identifier, `${purpose}:${hash(secret)}`), gt(verifications.expiresAt, now)),
  )) > 0

/** Takes what was kept under this secret, once; 'over' if its time is over, null if there is nothing. */
export async function take(
  ctx: WriteCtx,
  purpose: string,
  secret: string,
): Promise<{ value: unknown } | 'over' | null> {
  const [row] = await ctx.tx
    .delete(verifications)
    .where(eq(verifications.identifier, `${purpose}:${hash(secret)}`))
    .returning()
  if (!row) return null
  return row.expiresAt > ctx.now ? { value: JSON.parse(row.value) as unknown } : 'over'
}
