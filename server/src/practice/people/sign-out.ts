import type * as contract from '@deedbox/contract/people.ts'
import { eq } from 'drizzle-orm'
import { sessions } from '../../db/tables/accounts.ts'
import { forgetDevices } from '../../identity/accounts/devices.ts'
import { lockManaged } from '../../identity/accounts/managing.ts'
import { securityNotice } from '../../identity/accounts/security-notice.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'

/**
 * Ends all sessions of another person, personal access tokens too, and forgets their remembered devices. They are told by
 * mail, and can sign in again.
 * @throws Refusal sign-out-own, user-not-found, person-above.
 */
export async function signOutUser(
  { mail }: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.signOutUser>,
): Promise<Answer<typeof contract.signOutUser>> {
  const person = await lockManaged(ctx, userId, 'sign-out-own')
  const ended = await ctx.tx
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ id: sessions.id })
  await forgetDevices(ctx, userId)
  await ctx.audit({
    event: 'person_signed_out',
    subjectEmail: person.email,
    details: { sessions: ended.length },
  })
  await securityNotice(mail, ctx, person, {
    title: 'You were signed out on all devices',
    lines: [
      'An administrator signed you out everywhere, and ended your personal access tokens. You can sign in again.',
    ],
    by: ctx.actor.name,
  })
  return { ended: ended.length }
}
