import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { and, type Column, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { endOf, revokedAtOf, revokedText, statusAt } from '../../policy/grants.ts'
import { visibleTo } from '../../policy/visible.ts'
import { remindsOthers } from './asked.ts'

export type RequestRow = typeof accessRequests.$inferSelect

/** Selects requests that a person may decide: an unconfirmed trustee those on their own documents (specification, section 6). */
export function reviewable(actor: Actor): SQL {
  if (!actor.permissions.includes('canManageDocuments')) return sql`false`
  if (actor.confirmed) return sql`true`
  return sql`coalesce(${accessRequests.documentId} = any(array(select ${documents.id} from ${documents} where ${documents.ownerId} = ${actor.id})), false)`
}

/** Access requests by members of an organisation (at the time), or about its documents. */
export const ofOrganization = (organizationId: Column | SQL | string): SQL =>
  sql`(${accessRequests.organizationId} = ${organizationId} or ${accessRequests.documentOrganizationId} = ${organizationId})`

/** Selects requests that an Org Admin may see and remind of, but not decide (specification, section 6). */
const overseen = ({ permissions, organizationId }: Actor): SQL =>
  permissions.includes('canManageOrganization') && organizationId
    ? sql`coalesce(${ofOrganization(organizationId)}, false)`
    : sql`false`

export const own = (actor: Actor): SQL => eq(accessRequests.requesterId, actor.id)

/**
 * Selects requests as their reader may see them: with the document only if the reader sees it, so that an answer does not reveal whether
 * there is a document with the typed name.
 */
export const selectRequests = ({ tx, actor, now }: Acting<ReadCtx>) =>
  tx
    .select({
      request: accessRequests,
      documentId: documents.id,
      title: documents.title,
      documentStatus: documents.status,
      clientName: documents.clientName,
      ownerName: documents.ownerName,
      uploadedAt: documents.createdAt,
      decides: sql<boolean>`${reviewable(actor)}`,
      oversees: sql<boolean>`${overseen(actor)}`,
      remindsOthers: remindsOthers(actor),
      granted: documentAccess,
      revokedAt: revokedAtOf,
      grantedTitle: grantedDocuments.title,
    })
    .from(accessRequests)
    .leftJoin(documents, and(eq(documents.id, accessRequests.documentId), visibleTo(actor, now)))
    .leftJoin(
      documentAccess,
      and(eq(documentAccess.id, accessRequests.accessId), eq(accessRequests.status, 'approved')),
    )
    .leftJoin(grantedDocuments, eq(grantedDocuments.id, documentAccess.documentId))

/** Documents joined separately: the requester knows the title of what was granted, also after the access has ended. */
const grantedDocuments = alias(documents, 'granted_documents')

/** The name that {@link selectRequests} shows. */
export const shownName = sql`coalesce(${documents.title}, ${accessRequests.documentName})`

export type Shown = Awaited<ReturnType<typeof selectRequests>>[number]

const iso = (instant: Date | null) => instant?.toISOString() ?? null

/** Returns a request as the API returns it. */
export function toRequest({ actor, now }: Acting<ReadCtx>, shown: Shown): AccessRequest {
  const {
    request,
    documentId,
    title,
    documentStatus,
    decides,
    oversees,
    remindsOthers,
    granted,
    revokedAt,
    grantedTitle,
  } = shown
  const pending = request.status === 'pending'
  const isOwn = request.requesterId === actor.id
  return {
    id: request.id,
    requestType: request.extensionType ? 'extension' : 'new_access',
    documentId,
    documentName: title ?? request.documentName,
    documentStatus,
    askedName: request.documentName,
    document: decides && !isOwn ? documentOf(shown) : null,
    accessId: request.accessId,
    requesterId: request.requesterId,
    requesterName: request.requesterName,
    requesterEmail: request.requesterEmail,
    clientName: request.clientName,
    clientEmail: request.clientEmail,
    justification: request.justification,
    extensionType: request.extensionType,
    requestedAccessLevel: request.requestedAccessLevel,
    requestedExpiry: iso(request.requestedExpiry),
    status: request.status,
    createdAt: request.createdAt.toISOString(),
    reviewedAt: iso(request.reviewedAt),
    reviewedByName: request.reviewedByName,
    reviewNotes: request.reviewNotes,
    lastRemindedAt: iso(request.lastRemindedAt),
    lapsesAt: pending ? lapseOf(request).toISOString() : null,
    // An Org Admin learns of no document that they cannot see.
    granted:
      granted && (isOwn || decides || documentId !== null)
        ? {
            documentTitle: grantedTitle ?? request.documentName,
            accessLevel: granted.accessLevel,
            endsAt:
              (statusAt(granted, now) === 'revoked' && revokedText(granted, revokedAt)) ||
              iso(endOf(granted)),
            status: statusAt(granted, now),
          }
        : null,
    can: {
      decide: pending && decides && !isOwn,
      withdraw: pending && isOwn,
      remind:
        pending &&
        (isOwn || ((decides || oversees) && remindsOthers)) &&
        isOldEnough(request, now) &&
        !isReminded(request, now),
    },
  }
}

/** Returns what an approver sees of the document. */
const documentOf = ({ documentId, title, clientName, ownerName, uploadedAt }: Shown) =>
  documentId === null || title === null || ownerName === null || uploadedAt === null
    ? null
    : { id: documentId, title, clientName, ownerName, uploadedAt: uploadedAt.toISOString() }

/** Returns when a request lapses if nobody decides it. */
const lapseOf = ({ createdAt }: RequestRow): Date => daysAfter(createdAt, limits.request.lapseDays)

/** Tells whether it is old enough for a reminder (specification, section 9). */
export const isOldEnough = ({ createdAt }: Pick<RequestRow, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= limits.request.remindAfterDays * dayMs

/** Tells whether a reminder was sent within the last day. */
export const isReminded = ({ lastRemindedAt }: Pick<RequestRow, 'lastRemindedAt'>, now: Date): boolean =>
  lastRemindedAt !== null && now.getTime() - lastRemindedAt.getTime() < limits.request.remindEveryMs

/** Returns one request after a change, as the actor sees it. */
export async function sendOut(ctx: Acting<ReadCtx>, requestId: string): Promise<AccessRequest> {
  const [shown] = await selectRequests(ctx).where(eq(accessRequests.id, requestId))
  if (!shown) throw new Error('A changed request is gone')
  return toRequest(ctx, shown)
}

/**
 * Locks the actor's own request, or one that they may decide or oversee, until the transaction ends.
 * @throws Refusal 'request-not-found', also when it exists but may not be seen.
 */
export async function lockRequest(ctx: Acting<WriteCtx>, requestId: string): Promise<RequestRow> {
  const [row] = await ctx.tx
    .select()
    .from(accessRequests)
    .where(
      and(eq(accessRequests.id, requestId), or(own(ctx.actor), reviewable(ctx.actor), overseen(ctx.actor))),
    )
    .for('update')
  if (!row) throw new Refusal('request-not-found')
  return row
}
