import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@deedbox/contract/limits.ts'
import { and, count, desc, eq, gt, ne } from 'drizzle-orm'
import type { ReadCtx, WriteCtx } from '../context/context.ts'
import { verifications } from '../db/tables/accounts.ts'
import { Refusal } from '../platform/errors.ts'

type Pending = { id: string; value: string; expiresAt: Date }

/** How many codes one email may request within the lifetime of a code. */
const maxCodes = 5
/** A code that was replaced by a newer one; it only counts towards the limit. */
const replaced = ''

const identifier = (email: string) => `sign-up:${email}`
const ofEmail = (email: string) => eq(verifications.identifier, identifier(email))

// Keyed, because an attacker could quickly try all million codes against a plain hash.
const hash = (secret: string, email: string, code: string) =>
  createHmac('sha256', secret).update(`sign-up code\0${email}\0${code}`).digest('base64url')

/**
 * Creates a six-digit code for this email, valid for ten minutes and stored as a keyed hash. It replaces the previous one.
 * The caller has locked the email.
 * @throws Refusal too-many-requests at the sixth within ten minutes.
 */
export async function issueCode(ctx: WriteCtx, secret: string, email: string) {
  const since = new Date(ctx.now.getTime() - limits.code.livesMs)
  const [issued] = await ctx.tx
    .select({ count: count() })
    .from(verifications)
    .where(and(ofEmail(email), gt(verifications.createdAt, since)))
  if ((issued?.count ?? 0) >= maxCodes) throw new Refusal('too-many-requests')
  await ctx.tx.update(verifications).set({ value: replaced, updatedAt: ctx.now }).where(ofEmail(email))
  const code = String(randomInt(10 ** limits.code.digits)).padStart(limits.code.digits, '0')
  const row = {
    id: crypto.randomUUID(),
    identifier: identifier(email),
    value: `${hash(secret, email, code)}:0`,
    expiresAt: new Date(ctx.now.getTime() + limits.code.livesMs),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  await ctx.tx.insert(verifications).values(row)
  return { id: row.id, code, expiresAt: row.expiresAt }
}

/** Removes a code that could not be mailed. */
export async function forgetCode(ctx: WriteCtx, id: string): Promise<void> {
  await ctx.tx.delete(verifications).where(eq(verifications.id, id))
}

/**
 * The current code of this email, while it can still be used.
 * @throws Refusal no-pending-signup, code-expired, or code-dead after five wrong tries.
 */
export async function pendingCode(ctx: ReadCtx, email: string): Promise<Pending> {
  const [row] = await ctx.tx
    .select()
    .from(verifications)
    .where(and(ofEmail(email), ne(verifications.value, replaced)))
    .orderBy(desc(verifications.createdAt))
    .limit(1)
  if (!row) throw new Refusal('no-pending-signup')
  if (row.expiresAt <= ctx.now) throw new Refusal('code-expired')
  if (triesOf(row) >= limits.code.tries) throw new Refusal('code-dead')
  return row
}

/** Removes the code if the attempt is right, otherwise counts it. The caller has locked the email. */
export async function tryCode(
  ctx: WriteCtx,
  secret: string,
  email: string,
  given: string,
  pending: Pending,
): Promise<boolean> {
  const [kept = ''] = pending.value.split(':')
  if (timingSafeEqual(Buffer.from(kept), Buffer.from(hash(secret, email, given)))) {
    await ctx.tx.delete(verifications).where(ofEmail(email))
    return true
  }
  await ctx.tx
    .update(verifications)
    .set({ value: `${kept}:${triesOf(pending) + 1}`, updatedAt: ctx.now })
    .where(eq(verifications.id, pending.id))
  return false
}

const triesOf = ({ value }: Pending) => Number(value.split(':')[1] ?? 0)
