import type * as contract from '@deedbox/contract/people.ts'
import { eq } from 'drizzle-orm'
import { sessions } from '../../db/tables/accounts.ts'
import { lockManaged } from '../../identity/accounts/managing.ts'
import { securityNotice } from '../../identity/accounts/security-notice.ts'
import { removeAllFactors } from '../../identity/factors/remove.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { change } from './row.ts'

/**
 * Removes all second factors of another person, who lost them: they are signed out everywhere, their days of grace begin
 * anew, and they are told.
 * @throws Refusal factors-own, user-not-found, person-above, factor-none.
 */
export async function resetFactors(
  { mail }: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.resetFactors>,
): Promise<Answer<typeof contract.resetFactors>> {
  const person = await lockManaged(ctx, userId, 'factors-own')
  const removed = await removeAllFactors(ctx, userId)
  if (removed === 0) throw new Refusal('factor-none')
  await ctx.tx.delete(sessions).where(eq(sessions.userId, userId))
  await ctx.audit({ event: 'factors_reset', subjectEmail: person.email, details: { factors: removed } })
  await securityNotice(mail, ctx, person, {
    title: 'The second factors of your account were reset',
    lines: [
      'An administrator has removed your second factors and backup codes, and you are signed out everywhere. Your password stays as it is. When you next sign in, please set up a second factor again.',
    ],
    by: ctx.actor.name,
  })
  return change(ctx, userId, { factorGraceFrom: ctx.now })
}
