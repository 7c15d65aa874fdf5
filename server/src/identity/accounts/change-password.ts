import type * as contract from '@deedbox/contract/proof.ts'
import { and, eq, ne } from 'drizzle-orm'
import { sessions, verifications } from '../../db/tables/accounts.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { forgetDevices } from './devices.ts'
import { lockAttempts } from './lockout.ts'
import { refusePassword } from './new-password.ts'
import { storePassword } from './own-password.ts'
import { securityNotice } from './security-notice.ts'

/**
 * Sets the actor's password, also the first one of somebody who came through a provider. Their other sessions end, personal
 * access tokens too: who changes a password may do so because somebody else knows it. They are told by mail.
 * @throws Refusal password-weak, password-compromised.
 */
export async function changePassword(
  services: Services,
  raw: Raw<typeof contract.changePassword>,
  { body: { password } }: Input<typeof contract.changePassword>,
): Promise<Answer<typeof contract.changePassword>> {
  const library = await services.auth.context()
  await refusePassword(services, password, raw.actor, 'strong')
  const hash = await services.auth.passwords.hash(password)
  await raw.transact(async (ctx) => {
    const { tx, actor } = ctx
    // A sign-in with the old password has either finished by now, or finds the new one.
    await lockAttempts(ctx, { email: actor.email, ip: null })
    await storePassword(ctx, library, actor.id, hash)
    await tx.delete(sessions).where(and(eq(sessions.userId, actor.id), ne(sessions.id, actor.sessionId)))
    await forgetDevices(ctx, actor.id, actor.sessionId)
    // A reset link that is under way must not undo it.
    await tx.delete(verifications).where(eq(verifications.value, actor.id))
    await ctx.audit({ event: 'password_changed', subjectEmail: actor.email })
    await securityNotice(services.mail, ctx, actor, {
      title: 'Your password was changed',
      lines: ['You are signed out on all other devices, and your personal access tokens have ended.'],
    })
  })
  return { success: true }
}
