import { roleLabel } from '@deedbox/contract/permissions.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { ownerContactRequests } from '../../db/tables/requests.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { openInvitation } from './new-account.ts'

/**
 * Refuses an account that the settings do not allow. An open invitation to the email decides the role; an open request to the email, as the
 * owner of documents, invites a trustee. Guests only see what is shared with them, so they may sign up wherever sign-up is open. `invited`:
 * they come through a provider that speaks for their email’s domain.
 * @throws Refusal sign-up-closed, sign-up-invited, sign-up-role.
 */
export async function refuseSignUp(
  ctx: ReadCtx,
  { email, role, invited = false }: { email: string; role: string; invited?: boolean },
): Promise<void> {
  const { signUp, signUpRoles, supportEmail } = ctx.settings
  if (signUp === 'closed') throw new Refusal('sign-up-closed', { values: { email: supportEmail } })
  if (invited || (await openInvitation(ctx, email)).length > 0) return
  if (role === 'trustee' && (await isAskedForDocuments(ctx, email))) return
  if (signUp === 'invited') throw new Refusal('sign-up-invited', { values: { email: supportEmail } })
  if (role !== 'guest' && !signUpRoles.some((open) => open === role))
    throw new Refusal('sign-up-role', {
      values: { role: roleLabel(role).toLowerCase(), email: supportEmail },
    })
}

/** Tells whether somebody waits for documents from the owner with this email. */
async function isAskedForDocuments({ tx }: ReadCtx, email: string): Promise<boolean> {
  const { id, ownerEmail, status } = ownerContactRequests
  const requests = await tx
    .select({ id })
    .from(ownerContactRequests)
    .where(and(eq(ownerEmail, email), inArray(status, ['pending', 'claimed'])))
    .limit(1)
  return requests.length > 0
}
