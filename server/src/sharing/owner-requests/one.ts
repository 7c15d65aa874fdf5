import type { AuditEventName } from '@deedbox/contract/audit-events.ts'
import type { getOwnerRequest as endpoint, OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { ownerRequestMove, ownerRequestMoves } from '@deedbox/contract/request-terms.ts'
import { and, asc, eq, exists, gte, lte, type SQL, sql } from 'drizzle-orm'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { ownerContactRequests } from '../../db/tables/requests.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { liveGrant, visibleTo } from '../../policy/visible.ts'
import { isOldEnough, isReminded } from '../requests/find.ts'

export type OwnerRequestRow = typeof ownerContactRequests.$inferSelect

/** The two steps of the person who answers, each from one status to the next (specification, section 4). */
export const [claiming, fulfilling] = ownerRequestMoves

/**
 * Tells who sees the page of an owner request: its owner by email, its claimer, administrators and confirmed trustees (specification,
 * section 6; decisions, section 2). The requester has the list of what they sent.
 */
export const mayView = (actor: Actor, row: OwnerRequestRow): boolean =>
  row.ownerEmail === actor.email ||
  row.claimedBy === actor.id ||
  (actor.permissions.includes('canManageDocuments') && actor.confirmed)

/**
 * Selects unclaimed requests whose page a person may see: all of them for administrators and confirmed trustees. The status is written out
 * for the index of unclaimed ones.
 */
export const unclaimedFor = (actor: Actor): SQL | undefined =>
  and(
    sql`${ownerContactRequests.status} = 'pending'`,
    actor.permissions.includes('canManageDocuments') && actor.confirmed
      ? undefined
      : eq(ownerContactRequests.ownerEmail, actor.email),
  )

const iso = (instant: Date | null) => instant?.toISOString() ?? null

/** Returns an owner request as the API returns it, to its requester and to those who see its page. */
export const toOwnerRequest = (
  { actor, now }: Acting<ReadCtx>,
  row: OwnerRequestRow,
  undeliveredMail: string | null = null,
): OwnerRequest => ({
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
  withdrawnAt: iso(row.withdrawnAt),
  lastRemindedAt: iso(row.lastRemindedAt),
  createdAt: row.createdAt.toISOString(),
  undeliveredMail,
  can: {
    claim:
      row.status === claiming.from && actor.permissions.includes('canGrantAccess') && mayView(actor, row),
    fulfil: row.status === fulfilling.from && row.claimedBy === actor.id,
    withdraw: row.requesterUserId === actor.id && ownerRequestMove('withdraw', row.status) !== null,
    remind:
      row.requesterUserId === actor.id &&
      row.status === 'pending' &&
      isOldEnough(row, now) &&
      !isReminded(row, now),
  },
})

/** Locks an owner request until the transaction ends. @throws Refusal 'owner-request-not-found' */
export async function lockOwnerRequest({ tx }: WriteCtx, requestId: string): Promise<OwnerRequestRow> {
  const [row] = await tx
    .select()
    .from(ownerContactRequests)
    .where(eq(ownerContactRequests.id, requestId))
    .for('update')
  if (!row) throw new Refusal('owner-request-not-found')
  return row
}

/**
 * Locks an owner request in the same way, for people who may see its page. @throws Refusal 'owner-request-hidden', in the specification's
 * words.
 */
export async function lockVisibleOwnerRequest(
  ctx: Acting<WriteCtx>,
  requestId: string,
): Promise<OwnerRequestRow> {
  const row = await lockOwnerRequest(ctx, requestId)
  if (!mayView(ctx.actor, row)) throw new Refusal('owner-request-hidden')
  return row
}

/** Returns one owner request, with what its claimer has shared since. Viewing it is audited. */
export async function getOwnerRequest(
  ctx: Acting<WriteCtx>,
  requestId: string,
): Promise<Answer<typeof endpoint>> {
  const [row] = await ctx.tx.select().from(ownerContactRequests).where(eq(ownerContactRequests.id, requestId))
  if (!row) throw new Refusal('owner-request-not-found')
  if (!mayView(ctx.actor, row)) throw new Refusal('owner-request-hidden')
  await ctx.audit(eventOf('owner_request_viewed', row))
  return { request: toOwnerRequest(ctx, row), shared: await sharedFor(ctx, row) }
}

type Event = Exclude<Extract<AuditEventName, `owner_request_${string}`>, 'owner_request_handed_over'>

/** Returns the audit event of an action on an owner request; its subject is the requester unless `subjectEmail` is given. */
export const eventOf = (event: Event, row: OwnerRequestRow, subjectEmail = row.requesterEmail) => ({
  event,
  subjectEmail,
  details: { ownerRequestId: row.id },
})

/** Facts that the mails to the owner of documents state. */
export const ownerMail = (row: OwnerRequestRow) => ({
  requestId: row.id,
  requesterName: row.requesterName,
  requesterEmail: row.requesterEmail,
  ownerEmail: row.ownerEmail,
  ownerName: row.ownerName,
  message: row.message,
  sentAt: row.createdAt.toISOString(),
})

/**
 * Finds documents that the reader can see, granted to the requester by the claimer between the claim and the fulfilment, and not ended
 * since.
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
