import type { sendOwnerRequest as endpoint } from '@deedbox/contract/owner-requests.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { troubleOf } from '../db/away.ts'
import { ownerContactRequests } from '../db/tables/requests.ts'
import { loggable } from '../http/error-handler.ts'
import type { Answer, Input, Raw } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { type OwnerRequestRow, toOwnerRequest } from './one.ts'

type Body = Input<typeof endpoint>['body']

/**
 * Asks a document owner, who may have no account, for documents: a row and the mail with its link, in one transaction
 * (specification, section 7: send-owner-request). `emailSent` false: created, and the mail is tried again.
 * @throws Refusal 'owner-request-failed' when nothing was written.
 */
export async function sendOwnerRequest(
  { mail, logger }: Services,
  raw: Raw<typeof endpoint>,
  body: Body,
): Promise<Answer<typeof endpoint>> {
  const { row, mailId } = await raw
    .transact(async (ctx) => {
      const row = await record(ctx, body)
      return { row, mailId: await mail.promise(ctx, 'owner_request', row.ownerEmail, mailOf(row)) }
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal || troubleOf(error)) throw error
      logger.error({ error: loggable(error) }, 'an owner request was not recorded')
      throw new Refusal('owner-request-failed', { cause: error })
    })
  return { request: toOwnerRequest(row, raw.actor), emailSent: await mail.went(mailId) }
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

const mailOf = (row: OwnerRequestRow) => ({
  requestId: row.id,
  requesterName: row.requesterName,
  requesterEmail: row.requesterEmail,
  ownerEmail: row.ownerEmail,
  ownerName: row.ownerName,
  message: row.message,
})
