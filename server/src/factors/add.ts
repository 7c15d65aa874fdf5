import type { FactorKind } from '@deedbox/contract/factor-kinds.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { securityNotice } from '../accounts/security-notice.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { factors } from '../db/tables/sign-in.ts'
import type { Services } from '../services.ts'
import { replaceBackupCodes } from './backup-codes.ts'
import { proveFactor } from './pass.ts'

export const factorKindNames: Record<FactorKind, string> = {
  totp: 'authenticator app',
  passkey: 'passkey',
  phone: 'phone number',
}
const withArticle = (kind: FactorKind) => `${kind === 'totp' ? 'An' : 'A'} ${factorKindNames[kind]}`

/**
 * From now on a stored factor of the actor's counts: it was proved in this session, and the others have to pass it.
 * Returns the backup codes that come with the first factor; null for another one. The caller holds `factors <id>`.
 */
export async function addFactor(
  { keyring, mail }: Pick<Services, 'keyring' | 'mail'>,
  ctx: Acting<WriteCtx>,
  { id, kind, name }: { id: string; kind: FactorKind; name: string },
  method: string,
): Promise<string[] | null> {
  const { tx, actor, now } = ctx
  const mine = eq(factors.userId, actor.id)
  const first = (await tx.$count(factors, and(mine, isNotNull(factors.verifiedAt)))) === 0
  await tx.update(factors).set({ verifiedAt: now, lastUsedAt: now }).where(eq(factors.id, id))
  // What was begun elsewhere meanwhile has to begin again.
  await tx.delete(factors).where(and(mine, isNull(factors.verifiedAt)))
  await proveFactor(ctx, method)
  await ctx.audit({
    event: 'factor_added',
    actor,
    subjectEmail: actor.email,
    details: { factorId: id, kind, name, ...(first && { backupCodes: true }) },
  })
  await securityNotice(mail, ctx, actor, {
    title: `${withArticle(kind)} was added to your account`,
    lines: [
      `“${name}” is now a second factor of your account: it can be used to confirm that it is you.`,
      ...(first
        ? ['From now on a password is not enough to sign in. Your other devices have to pass the factor too.']
        : []),
    ],
  })
  return first ? replaceBackupCodes(keyring, ctx, actor.id) : null
}
