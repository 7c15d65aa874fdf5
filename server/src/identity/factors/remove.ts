import type { removeFactor as endpoint } from '@deedbox/contract/factors.ts'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { devices, sessions } from '../../db/tables/accounts.ts'
import { backupCodes, factors } from '../../db/tables/sign-in.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { securityNotice } from '../accounts/security-notice.ts'
import { factorWithArticle } from './add.ts'
import { needsFactor } from './own.ts'

/**
 * Removes a second factor. It may have been lost, so no device is remembered any longer, and the person's other sessions
 * have to pass one of those that are left.
 * @throws Refusal factor-not-found, factor-last while the role needs one.
 */
export async function removeFactor(
  { mail }: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { params: { factorId } }: Pick<Input<typeof endpoint>, 'params'>,
): Promise<Answer<typeof endpoint>> {
  const { tx, actor } = ctx
  await advisoryLock(ctx, `factors ${actor.id}`)
  const ofActor = eq(factors.userId, actor.id)
  const [factor] = await tx
    .select()
    .from(factors)
    .where(and(ofActor, eq(factors.id, factorId)))
  if (!factor) throw new Refusal('factor-not-found')
  const left = await tx.$count(factors, and(ofActor, isNotNull(factors.verifiedAt), ne(factors.id, factorId)))
  if (factor.verifiedAt && left === 0 && needsFactor(ctx)) throw new Refusal('factor-last')
  await tx.delete(factors).where(eq(factors.id, factorId))
  const { kind, name } = factor
  const details = { factorId, kind, name, ...(!factor.verifiedAt && { confirmed: false }) }
  await ctx.audit({ event: 'factor_removed', subjectEmail: actor.email, details })
  if (!factor.verifiedAt) return { success: true }

  await forgetDevices(ctx, actor.id)
  // Removal of the last factor counts in this session too: the role may need one again.
  const others = left === 0 ? undefined : ne(sessions.id, actor.sessionId)
  await tx
    .update(sessions)
    .set({ factorAt: null })
    .where(and(eq(sessions.userId, actor.id), others))
  if (left === 0) await tx.delete(backupCodes).where(eq(backupCodes.userId, actor.id))
  await securityNotice(mail, ctx, actor, {
    title: `${factorWithArticle(kind)} was removed from your account`,
    lines: [
      `“${name}” is no longer a second factor of your account.`,
      ...(left === 0 ? ['You have no second factor left: a password is now enough to sign in.'] : []),
    ],
  })
  return { success: true }
}

/** Removes all second factors of a person, their backup codes and what was remembered. Returns how many there were. */
export async function removeAllFactors(ctx: WriteCtx, userId: string): Promise<number> {
  await advisoryLock(ctx, `factors ${userId}`)
  const removed = await ctx.tx
    .delete(factors)
    .where(eq(factors.userId, userId))
    .returning({ verifiedAt: factors.verifiedAt })
  await ctx.tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  await forgetDevices(ctx, userId)
  return removed.filter(({ verifiedAt }) => verifiedAt).length
}

async function forgetDevices({ tx }: WriteCtx, userId: string): Promise<void> {
  await tx.update(devices).set({ rememberedUntil: null }).where(eq(devices.userId, userId))
}
