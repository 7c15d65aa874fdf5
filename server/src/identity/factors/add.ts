import { type FactorKind, factorKindLabels } from '@deedbox/contract/factor-kinds.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { factors } from '../../db/tables/sign-in.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { securityNotice } from '../accounts/security-notice.ts'
import { renewSession } from '../accounts/sessions.ts'
import { refuseSignInPhone } from '../accounts/sign-in-phone.ts'
import { replaceBackupCodes } from './backup-codes.ts'

/** Names a kind of second factor at the beginning of a sentence: 'An authenticator app'. */
export const factorWithArticle = (kind: FactorKind): string =>
  `${kind === 'totp' ? 'An' : 'A'} ${factorKindLabels[kind].toLowerCase()}`

/**
 * Makes a stored factor of the actor's count from now on: it was proved in this session, and the others have to pass it. Returns the backup
 * codes that come with the first factor; null for another one. The caller holds `factors <id>`.
 * @throws Refusal phone-is-factor for the number that they sign in with by now.
 */
export async function addFactor(
  { keyring, mail }: Pick<Services, 'keyring' | 'mail'>,
  ctx: Acting<WriteCtx>,
  { id, kind, name, phone = null }: { id: string; kind: FactorKind; name: string; phone?: string | null },
  method: string,
): Promise<string[] | null> {
  const { tx, actor, now } = ctx
  await refuseSignInPhone(ctx, phone)
  const ofActor = eq(factors.userId, actor.id)
  const first = (await tx.$count(factors, and(ofActor, isNotNull(factors.verifiedAt)))) === 0
  await tx.update(factors).set({ verifiedAt: now, lastUsedAt: now }).where(eq(factors.id, id))
  // Enrolments that were begun elsewhere meanwhile have to begin again.
  await tx.delete(factors).where(and(ofActor, isNull(factors.verifiedAt)))
  await renewSession(ctx, { method, factor: true })
  await ctx.audit({
    event: 'factor_added',
    actor,
    subjectEmail: actor.email,
    details: { factorId: id, kind, name, ...(first && { backupCodes: true }) },
  })
  await securityNotice(mail, ctx, actor, {
    title: `${factorWithArticle(kind)} was added to your account`,
    lines: [
      `“${name}” is now a second factor of your account: it can be used to confirm that it is you.`,
      ...(first
        ? ['From now on a password is not enough to sign in. Your other devices have to pass the factor too.']
        : []),
    ],
  })
  return first ? replaceBackupCodes(keyring, ctx, actor.id) : null
}
