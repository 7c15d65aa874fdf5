import type { AuditDetails } from '@deedbox/contract/audit-events.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { shareDocument as endpoint, Grant } from '@deedbox/contract/grants.ts'
import { inviteGuest } from '../../identity/accounts/invite.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { enqueueTyped } from '../../kernel/mail/outside.ts'
import type { Services } from '../../kernel/services.ts'
import type { StoredDocument } from '../../policy/find.ts'
import { endOf, type GrantRow, toGrant } from '../../policy/grants.ts'
import type { SharedMail } from './document-shared.mail.tsx'
import { documentShared } from './document-shared.mail.tsx'
import { type GrantInput, planGrants } from './grant-plan.ts'
import { writeGrants } from './grant-write.ts'

/**
 * Grants a person access and queues the mail, in the transaction of `ctx` (specification, sections 4 and 5).
 * @returns the grant and the id of its mail
 */
export async function shareDocument(
  ctx: Acting<WriteCtx>,
  documentId: string,
  input: SchemaOutput<typeof endpoint.body>,
  services: Pick<Services, 'mail'>,
): Promise<{ grant: Grant; mailId: string }> {
  const { row, document, invitation } = await grantAccess(ctx, documentId, input)
  const data: SharedMail = {
    documentId,
    title: document.title,
    senderName: ctx.actor.name,
    senderEmail: ctx.actor.email,
    message: row.notes ?? '',
    level: row.accessLevel,
    ends: (endOf(row) ?? ctx.now).toISOString(),
    invitation,
  }
  return {
    grant: toGrant(row, document, ctx.now),
    mailId: await enqueueTyped(services, ctx, documentShared, row.userEmail, data),
  }
}

/**
 * Grants a person access to a document that the actor handles, with its audit event and without a mail, also where they
 * have exactly this access already.
 * @param details more details of the audit event
 * @throws Refusal 'document-not-found', 'not-allowed', 'recipient-…', 'expiry-…'
 */
export async function grantAccess(
  ctx: Acting<WriteCtx>,
  documentId: string,
  input: GrantInput,
  details: AuditDetails<'access_granted'> = {},
): Promise<{ row: GrantRow; document: StoredDocument; invitation: string | null }> {
  const [who] = await planGrants(ctx, [documentId], [input])
  const [pair] = who?.pairs ?? []
  if (pair?.refusal) throw pair.refusal
  if (!who || !pair?.document) throw new Error('A share was not decided')
  const invitation = await inviteIfUnknown(ctx, who)
  const [row] = (await writeGrants(ctx, [{ who, pairs: [pair] }], details)).values()
  if (!row) throw new Error('A grant was not written')
  return { row, document: pair.document, invitation }
}

/** Invites a person without an account. @returns the id of their invitation */
export const inviteIfUnknown = async (
  ctx: Acting<WriteCtx>,
  { person, input: { email, invite } }: { person: object | null; input: GrantInput },
): Promise<string | null> =>
  person || !invite ? null : (await inviteGuest(ctx, { email, expiresOn: invite.expiresOn })).id
