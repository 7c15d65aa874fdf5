import type { getOwnerRequest as endpoint, OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { ownerRequestMoves } from '@deedbox/contract/request-terms.ts'
import { and, asc, eq, exists, gte, lte, sql } from 'drizzle-orm'
import { liveGrant, visibleTo } from '../access/visible.ts'
import type { Actor } from '../context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../context/context.ts'
import { auditEvents } from '../db/tables/audit.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { ownerContactRequests } from '../db/tables/requests.ts'
import type { Answer } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'

export type OwnerRequestRow = typeof ownerContactRequests.$inferSelect

/** The two moves of an owner request, each from one status to the next (specification, section 4). */
export const [claiming, fulfilling] = ownerRequestMoves

/**
 * Who sees the page of an owner request: its owner by e-mail, its claimer, administrators and confirmed trustees
 * (specification, section 6; decisions, section 2). The requester has the list of what they sent.
 */
const mayView = (actor: Actor, row: OwnerRequestRow): boolean =>
  row.ownerEmail === actor.email ||
  row.claimedBy === actor.id ||
  (actor.permissions.includes('canManageDocuments') && actor.confirmed)

const iso = (instant: Date | null) => instant?.toISOString() ?? null

/** The fields of an owner request that are sent out, to its requester and to those who see its page. */
export const toOwnerRequest = (row: OwnerRequestRow, actor: Actor): OwnerRequest => ({
  id: row.id,
  requesterId: row.requesterUserId,
  requesterName: row.requesterName,
  requesterEmail: row.requesterEmail,
  ownerEmail: row.ownerEmail,
  ownerName: row.ownerName,
  message: row.message,
  status: row.status,
  claimedById: row.claimedBy,
  claimedByName: row.claimedByName,
  claimedAt: iso(row.claimedAt),
  fulfilledAt: iso(row.fulfilledAt),
  createdAt: row.createdAt.toISOString(),
  can: {
    claim:
      row.status === claiming.from && actor.permissions.includes('canGrantAccess') && mayView(actor, row),
    fulfil: row.status === fulfilling.from && row.claimedBy === actor.id,
  },
})

/**
 * An owner request that the actor may see; `lock` keeps it from changing until the transaction ends.
 * @throws Refusal 'owner-request-not-found'; 'owner-request-hidden', in the specification's words.
 */
export async function findOwnerRequest(
  ctx: Acting<ReadCtx>,
  requestId: string,
  { lock = false } = {},
): Promise<OwnerRequestRow> {
  const found = ctx.tx.select().from(ownerContactRequests).where(eq(ownerContactRequests.id, requestId))
  const [row] = await (lock ? found.for('update') : found)
  if (!row) throw new Refusal('owner-request-not-found')
  if (!mayView(ctx.actor, row)) throw new Refusal('owner-request-hidden')
  return row
}

/** One owner request, with what its claimer has shared since. That it was seen is audited. */
export async function getOwnerRequest(
  ctx: Acting<WriteCtx>,
  requestId: string,
): Promise<Answer<typeof endpoint>> {
  const row = await findOwnerRequest(ctx, requestId)
  await ctx.audit(told('owner_request_viewed', row))
  return { request: toOwnerRequest(row, ctx.actor), shared: await sharedFor(ctx, row) }
}

/** The audit event of something that was done with an owner request. */
export const told = (
  event: 'owner_request_viewed' | 'owner_request_claimed' | 'owner_request_fulfilled',
  row: OwnerRequestRow,
) => ({ event, subjectEmail: row.requesterEmail, details: { ownerRequestId: row.id } })

/**
 * Documents that the reader can see, granted to the requester by the claimer between the claim and the fulfilment, and
 * not ended since.
 */
async function sharedFor(
  { tx, actor, now }: Acting<ReadCtx>,
  { requesterEmail, claimedBy, claimedAt, fulfilledAt }: OwnerRequestRow,
): Promise<{ documentId: string; title: string }[]> {
  if (!claimedBy || !claimedAt) return []
  const meanwhile = and(
    eq(auditEvents.documentId, documents.id),
    eq(auditEvents.event, 'access_granted'),
    eq(auditEvents.actorId, claimedBy),
    eq(auditEvents.subjectEmail, requesterEmail),
    gte(auditEvents.at, claimedAt),
    fulfilledAt ? lte(auditEvents.at, fulfilledAt) : undefined,
  )
  return tx
    .select({ documentId: documents.id, title: documents.title })
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(
      and(
        eq(documentAccess.userEmail, requesterEmail),
        liveGrant(now),
        visibleTo(actor, now),
        exists(tx.select({ one: sql`1` }).from(auditEvents).where(meanwhile)),
      ),
    )
    .orderBy(asc(documents.title), asc(documents.id))
}
