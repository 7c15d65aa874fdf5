import { dayOf } from '@deedbox/contract/dates.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { requestMove } from '@deedbox/contract/request-terms.ts'
import type {
  AccessRequest,
  approveAccess as approval,
  denyAccess as denial,
} from '@deedbox/contract/requests.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { endOf, type GrantRow } from '../../policy/grants.ts'
import { extendAccess } from '../grants/extend.ts'
import { grantAccess } from '../grants/share.ts'
import { lockRequest, type RequestRow, sendOut } from './find.ts'
import type { ApprovedMail } from './request-approved.mail.tsx'
import { requestApproved } from './request-approved.mail.tsx'
import type { DeniedMail } from './request-denied.mail.tsx'
import { requestDenied } from './request-denied.mail.tsx'

type Needs = Pick<Services, 'mail'>
type Terms = SchemaOutput<typeof approval.body>
type Decided = { request: AccessRequest; mailId: string }

/**
 * Approves a request: makes the grant, or changes the dates of the grant to extend. The decision and the mail are written
 * in the same transaction. Terms that the approver does not choose are taken from the request.
 * @throws Refusal 'request-not-found', 'request-own', 'request-decided', 'request-needs-document', 'request-document-changed',
 * 'document-deleted', and what granting and extending refuse.
 */
export async function approveAccess(
  ctx: Acting<WriteCtx>,
  requestId: string,
  terms: Terms,
  { mail }: Needs,
): Promise<Decided> {
  const { request, status } = await lockToDecide(ctx, requestId, 'approve')
  const [requester] = await ctx.tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, request.requesterId))
  if (!requester) throw new Error('A request without its requester')
  const { row, title } = request.extensionType
    ? await extend(ctx, request, terms)
    : await grant(ctx, request, requester.email, terms)
  await decide(ctx, request, {
    status,
    reviewNotes: terms.notes || null,
    documentId: row.documentId,
    accessId: row.id,
  })
  await ctx.audit({
    event: 'request_approved',
    documentId: row.documentId,
    accessId: row.id,
    subjectEmail: requester.email,
    notes: terms.notes || undefined,
    details: { requestId },
  })
  const data: ApprovedMail = {
    documentId: row.documentId,
    title,
    extension: request.extensionType !== null,
    level: row.accessLevel,
    ends: (endOf(row) ?? ctx.now).toISOString(),
    reviewerName: ctx.actor.name,
    reviewerEmail: ctx.actor.email,
    notes: terms.notes,
  }
  const mailId = await mail.enqueue(ctx, requestApproved, requester.email, data)
  return { request: await sendOut(ctx, requestId), mailId }
}

type Given = { row: GrantRow; title: string }

/** Grants access. It never reduces a live grant. */
async function grant(
  ctx: Acting<WriteCtx>,
  request: RequestRow,
  email: string,
  terms: Terms,
): Promise<Given> {
  const documentId = shownDocument(terms)
  if (documentId === request.documentId) await refuseDeleted(ctx, documentId)
  const requestedDay = request.requestedExpiry && dayOf(request.requestedExpiry, ctx.settings.timeZone)
  const { row, document } = await grantAccess(
    ctx,
    documentId,
    {
      email,
      expiresOn: terms.expiresOn ?? requestedDay,
      accessLevel: terms.accessLevel ?? request.requestedAccessLevel ?? 'download',
      message: terms.notes,
      invite: null,
      client: { clientName: request.clientName, clientEmail: request.clientEmail },
      raise: true,
    },
    { requestId: request.id },
  )
  return { row, title: document.title }
}

async function extend(
  ctx: Acting<WriteCtx>,
  { accessId, documentId, requestedExpiry }: RequestRow,
  terms: Terms,
): Promise<Given> {
  if (!accessId || !requestedExpiry) throw new Error('An extension without its grant or its end')
  if (shownDocument(terms) !== documentId) throw new Refusal('request-document-changed')
  const to = terms.expiresOn ? { day: terms.expiresOn } : { end: requestedExpiry }
  const { row, document } = await extendAccess(ctx, accessId, to, terms.accessLevel)
  return { row, title: document.title }
}

/** Returns the document to be opened. The approver names the document that they were shown, so that no other is opened. */
function shownDocument({ documentId }: Terms): string {
  if (documentId) return documentId
  const { message } = errors['request-needs-document']
  throw new Refusal('request-needs-document', { fields: { documentId: message } })
}

/** Refuses to grant a deleted document. The document of a request may have been deleted since; people who may decide it may know. */
async function refuseDeleted(ctx: Acting<WriteCtx>, documentId: string): Promise<void> {
  const [document] = await ctx.tx
    .select({ deletedAt: documents.deletedAt })
    .from(documents)
    .where(eq(documents.id, documentId))
  if (document?.deletedAt) throw new Refusal('document-deleted')
}

/** Denies a request; the decision and the mail are written in the same transaction. */
export async function denyAccess(
  ctx: Acting<WriteCtx>,
  requestId: string,
  { notes }: SchemaOutput<typeof denial.body>,
  { mail }: Needs,
): Promise<Decided> {
  const { request, status } = await lockToDecide(ctx, requestId, 'deny')
  await decide(ctx, request, { status, reviewNotes: notes || null })
  await ctx.audit({
    event: 'request_denied',
    documentId: request.documentId ?? undefined,
    accessId: request.accessId ?? undefined,
    subjectEmail: request.requesterEmail,
    notes: notes || undefined,
    details: { requestId },
  })
  const data: DeniedMail = {
    documentName: request.documentName,
    extension: request.extensionType !== null,
    reviewerName: ctx.actor.name,
    reviewerEmail: ctx.actor.email,
    requestId: request.id,
    notes,
  }
  const mailId = await mail.enqueue(ctx, requestDenied, request.requesterEmail, data)
  return { request: await sendOut(ctx, requestId), mailId }
}

/**
 * Locks a request to decide it. The second of two reviewers at once waits for the lock, and finds it decided. People do not decide their
 * own.
 */
async function lockToDecide(ctx: Acting<WriteCtx>, requestId: string, by: 'approve' | 'deny') {
  const request = await lockRequest(ctx, requestId)
  if (request.requesterId === ctx.actor.id) throw new Refusal('request-own')
  const status = requestMove(by, request.status)
  if (!status) throw new Refusal('request-decided')
  return { request, status }
}

async function decide(
  ctx: Acting<WriteCtx>,
  { id }: RequestRow,
  decision: Partial<typeof accessRequests.$inferInsert>,
): Promise<void> {
  await ctx.tx
    .update(accessRequests)
    .set({ ...decision, reviewedBy: ctx.actor.id, reviewedByName: ctx.actor.name, reviewedAt: ctx.now })
    .where(eq(accessRequests.id, id))
}
