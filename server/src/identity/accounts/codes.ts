import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@deedbox/contract/limits.ts'
import { and, count, desc, eq, gt, ne } from 'drizzle-orm'
import { verifications } from '../../db/tables/accounts.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'

type Pending = { id: string; value: string; expiresAt: Date }

/** Number of codes that one email may request within the lifetime of a code. */
const maxCodes = 5
/** A code that was replaced by a newer one; it only counts towards the limit. */
const replaced = ''

/**
 * Purpose of a code: whoever enters it reads the mail of this address, or the messages to this number. `about`: the only thing that it is
 * valid for.
 */
export type CodeFor = (
  | {
      purpose: 'sign-up' | 'sign-in' | 'change-email-from' | 'change-email-to' | 'proof' | 'reauthenticate'
      email: string
    }
  | { purpose: 'phone-change' | 'phone-sign-in' | 'phone-factor'; phone: string }
) & { about?: string }

const sentTo = (which: CodeFor) => ('phone' in which ? which.phone : which.email)
const identifier = (which: CodeFor) => `${which.purpose}:${sentTo(which)}`
const codesFor = (which: CodeFor) => eq(verifications.identifier, identifier(which))

// Keyed, because an attacker could quickly try all million codes against a plain hash.
const hash = (secret: string, which: CodeFor, code: string) =>
  createHmac('sha256', secret)
    .update([`${which.purpose} code`, sentTo(which), ...(which.about ? [which.about] : []), code].join('\0'))
    .digest('base64url')

/**
 * Creates a six-digit code for this purpose, valid for ten minutes and stored as a keyed hash. It replaces the previous one.
 * The caller has locked the email.
 * @throws Refusal too-many-requests at the sixth within ten minutes.
 */
export async function issueCode(ctx: WriteCtx, secret: string, which: CodeFor) {
  const since = new Date(ctx.now.getTime() - limits.code.livesMs)
  const [issued] = await ctx.tx
    .select({ count: count() })
    .from(verifications)
    .where(and(codesFor(which), gt(verifications.createdAt, since)))
  if ((issued?.count ?? 0) >= maxCodes) throw new Refusal('too-many-requests')
  await ctx.tx.update(verifications).set({ value: replaced, updatedAt: ctx.now }).where(codesFor(which))
  const code = String(randomInt(10 ** limits.code.digits)).padStart(limits.code.digits, '0')
  const row = {
    id: crypto.randomUUID(),
    identifier: identifier(which),
    value: `${hash(secret, which, code)}:0`,
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
 * Finds the current code for this purpose, while it can still be used.
 * @throws Refusal no-pending-signup, no-pending-code, code-expired, or code-dead after five wrong tries.
 */
export async function pendingCode(ctx: ReadCtx, which: CodeFor): Promise<Pending> {
  const [row] = await ctx.tx
    .select()
    .from(verifications)
    .where(and(codesFor(which), ne(verifications.value, replaced)))
    .orderBy(desc(verifications.createdAt))
    .limit(1)
  if (!row) throw new Refusal(which.purpose === 'sign-up' ? 'no-pending-signup' : 'no-pending-code')
  if (row.expiresAt <= ctx.now) throw new Refusal('code-expired')
  if (triesOf(row) >= limits.code.tries) throw new Refusal('code-dead')
  return row
}

/** Removes the code if the attempt is right, otherwise counts it. The caller has locked the email. */
export async function tryCode(
  ctx: WriteCtx,
  secret: string,
  which: CodeFor,
  given: string,
  pending: Pending,
): Promise<boolean> {
  const right = isRight(secret, which, given, pending)
  await (right ? spend(ctx, which) : countTry(ctx, pending))
  return right
}

/** Tells whether this is the pending code. */
export const isRight = (secret: string, which: CodeFor, given: string, pending: Pending): boolean =>
  timingSafeEqual(Buffer.from(hashOf(pending)), Buffer.from(hash(secret, which, given)))

/** Counts a wrong try. */
export async function countTry(ctx: WriteCtx, pending: Pending): Promise<void> {
  await ctx.tx
    .update(verifications)
    .set({ value: `${hashOf(pending)}:${triesOf(pending) + 1}`, updatedAt: ctx.now })
    .where(eq(verifications.id, pending.id))
}

/** Removes the codes for this purpose. */
export async function spend(ctx: WriteCtx, which: CodeFor): Promise<void> {
  await ctx.tx.delete(verifications).where(codesFor(which))
}

const hashOf = ({ value }: Pending) => value.split(':')[0] ?? ''

const triesOf = ({ value }: Pending) => Number(value.split(':')[1] ?? 0)
