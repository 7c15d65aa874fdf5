import type * as contract from '@deedbox/contract/factors.ts'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { factors } from '../../db/tables/sign-in.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import { enrolBefore } from '../../kernel/context/second-factor.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { securityNotice } from '../accounts/security-notice.ts'
import { backupCodesLeft, replaceBackupCodes } from './backup-codes.ts'

const sent = (instant: Date | null): string | null => instant?.toISOString() ?? null

const confirmed = (userId: string) => and(eq(factors.userId, userId), isNotNull(factors.verifiedAt))

/** Tells whether the actor's role needs a second factor. */
export const needsFactor = ({ actor, settings }: Acting<ReadCtx>): boolean =>
  settings.secondFactorRoles.some((role) => role === actor.role)

/** Lists the actor's second factors, oldest first. */
export async function getFactors(ctx: Acting<ReadCtx>): Promise<Answer<typeof contract.getFactors>> {
  const { tx, actor, settings } = ctx
  const rows = await tx
    .select()
    .from(factors)
    .where(confirmed(actor.id))
    .orderBy(asc(factors.createdAt), asc(factors.id))
  return {
    factors: rows.map(({ id, kind, name, phone, backedUp, createdAt, lastUsedAt }) => ({
      id,
      kind,
      name,
      phone,
      backedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: sent(lastUsedAt),
    })),
    backupCodesLeft: await backupCodesLeft(ctx, actor.id),
    required: needsFactor(ctx),
    enrolBefore: sent(enrolBefore(actor, settings)),
  }
}

/** @throws Refusal factor-not-found. */
export async function renameFactor(
  ctx: Acting<WriteCtx>,
  { params: { factorId }, body: { name } }: Input<typeof contract.renameFactor>,
): Promise<Answer<typeof contract.renameFactor>> {
  const itself = and(confirmed(ctx.actor.id), eq(factors.id, factorId))
  const [before] = await ctx.tx.select().from(factors).where(itself).for('update')
  if (!before) throw new Refusal('factor-not-found')
  await ctx.tx.update(factors).set({ name }).where(itself)
  const details = { factorId, kind: before.kind, from: before.name, to: name }
  await ctx.audit({ event: 'factor_renamed', subjectEmail: ctx.actor.email, details })
  return { success: true }
}

/** Makes new backup codes instead of the former ones. @throws Refusal factor-none. */
export async function makeBackupCodes(
  { keyring, mail }: Pick<Services, 'keyring' | 'mail'>,
  ctx: Acting<WriteCtx>,
): Promise<Answer<typeof contract.makeBackupCodes>> {
  const { tx, actor } = ctx
  await advisoryLock(ctx, `factors ${actor.id}`)
  if ((await tx.$count(factors, confirmed(actor.id))) === 0) throw new Refusal('factor-none')
  await ctx.audit({ event: 'backup_codes_made', subjectEmail: actor.email })
  await securityNotice(mail, ctx, actor, {
    title: 'New backup codes were made for your account',
    lines: ['The former backup codes no longer work.'],
  })
  return { backupCodes: await replaceBackupCodes(keyring, ctx, actor.id) }
}
