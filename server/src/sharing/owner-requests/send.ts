import type { sendOwnerRequest as endpoint } from '@deedbox/contract/owner-requests.ts'
import { permissionsOf } from '@deedbox/contract/permissions.ts'
import { eq } from 'drizzle-orm'
import { troubleOf } from '../../db/away.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { ownerContactRequests } from '../../db/tables/requests.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import { enqueueTyped } from '../../kernel/mail/outside.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { type OwnerRequestRow, ownerMail, toOwnerRequest } from './one.ts'
import { ownerRequest } from './owner-request.mail.tsx'

type Body = Input<typeof endpoint>['body']

/**
 * Asks a document owner, who may have no account, for documents: a row and the mail with its link, in one transaction
 * (specification, section 7: send-owner-request). `emailSent` false: created, and the mail is tried again.
 * @throws Refusal 'owner-request-self', 'owner-cannot-claim' unless `anyway`; 'owner-request-failed' when it could not
 * be stored.
 */
export async function sendOwnerRequest(
  services: Services,
  raw: Raw<typeof endpoint>,
  body: Body,
): Promise<Answer<typeof endpoint>> {
  const { mail, logger } = services
  const { request, mailId } = await raw
    .transact(async (ctx) => {
      await refuseWrongAddress(ctx, body)
      const row = await record(ctx, body)
      return {
        request: toOwnerRequest(ctx, row),
        mailId: await enqueueTyped(services, ctx, ownerRequest, row.ownerEmail, ownerMail(row)),
      }
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal || troubleOf(error)) throw error
      logger.error({ error: loggable(error) }, 'an owner request was not recorded')
      throw new Refusal('owner-request-failed', { cause: error })
    })
  return { request, emailSent: await mail.wasSent(mailId) }
}

async function record(ctx: Acting<WriteCtx>, body: Body): Promise<OwnerRequestRow> {
  const [row] = await ctx.tx
    .insert(ownerContactRequests)
    .values({
      requesterUserId: ctx.actor.id,
      requesterEmail: ctx.actor.email,
      requesterName: ctx.actor.name,
      ownerEmail: body.ownerEmail,
      ownerName: body.ownerName || null,
      message: body.message,
      createdAt: ctx.now,
    })
    .returning()
  if (!row) throw new Error('An owner request was not written')
  await ctx.audit({
    event: 'owner_request_sent',
    subjectEmail: row.ownerEmail,
    details: { ownerRequestId: row.id },
  })
  return row
}

/** Refuses requests to oneself, and warns first when the owner's account cannot claim requests. */
async function refuseWrongAddress({ tx, actor }: Acting<WriteCtx>, { ownerEmail, anyway }: Body) {
  if (ownerEmail === actor.email) throw new Refusal('owner-request-self')
  if (anyway) return
  const [owner] = await tx
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.email, ownerEmail))
  if (owner && !permissionsOf(owner.role).includes('canGrantAccess')) throw new Refusal('owner-cannot-claim')
}
