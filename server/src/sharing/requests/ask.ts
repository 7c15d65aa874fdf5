import { daysBefore } from '@deedbox/contract/durations.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { AccessRequest, requestAccess as endpoint } from '@deedbox/contract/requests.ts'
import { and, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { wanting } from '../../kernel/mail/wants.ts'
import type { Services } from '../../kernel/services.ts'
import { chosenEnd } from '../../platform/chosen-end.ts'
import { Refusal } from '../../platform/errors.ts'
import { visibleTo } from '../../policy/visible.ts'
import { accessRequested } from './access-requested.mail.tsx'
import { askedAbout } from './asked.ts'
import { type RequestRow, sendOut } from './find.ts'
import type { AskedMail } from './mail-parts.tsx'

type RequestInput = SchemaOutput<typeof endpoint.body>

/**
 * Asks for access to a document (specification, sections 4 and 5). If exactly one document has the name, it is stored
 * for those who decide; the requester does not learn of it.
 * @throws Refusal 'trustee-needs-no-access', 'request-exists', 'expiry-past', 'expiry-far'.
 */
export async function requestAccess(
  ctx: Acting<WriteCtx>,
  input: RequestInput,
  services: Pick<Services, 'mail'>,
): Promise<{ request: AccessRequest }> {
  refuseWhoSeesAll(ctx.actor)
  if (!ctx.actor.permissions.includes('canRequestAccess')) throw new Refusal('not-allowed')
  const requestedExpiry = input.expiresOn ? chosenEnd(input.expiresOn, ctx.now, ctx.settings.timeZone) : null
  await takeTurns(ctx)
  const sameName = sql`lower(${accessRequests.documentName}) = lower(${input.documentName})`
  if (await isPending(ctx, and(isNull(accessRequests.extensionType), sameName)))
    throw new Refusal('request-exists')
  const document = await match(ctx, input)
  const row = await insertRequest(ctx, {
    documentId: document?.id ?? null,
    documentName: input.documentName,
    clientName: input.clientName || null,
    clientEmail: input.clientEmail,
    justification: input.justification || null,
    requestedAccessLevel: input.accessLevel,
    requestedExpiry,
  })
  await announce(ctx, row, document?.title ?? input.documentName, services)
  return { request: await sendOut(ctx, row.id) }
}

/** Refuses people who see all documents: they cannot ask for one (specification, section 5). */
export function refuseWhoSeesAll({ role, confirmed }: Actor): void {
  if (role === 'admin' || (role === 'trustee' && confirmed)) throw new Refusal('trustee-needs-no-access')
}

/** Locks a person's requests, so that the second of two at once sees the first. */
export async function takeTurns({ tx, actor }: Acting<WriteCtx>): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, actor.id)).for('no key update')
}

/** Tells whether the actor has a pending request like this. */
export async function isPending({ tx, actor }: Acting<WriteCtx>, like: SQL | undefined): Promise<boolean> {
  const mine = and(eq(accessRequests.requesterId, actor.id), eq(accessRequests.status, 'pending'))
  return (await tx.$count(accessRequests, and(mine, like))) > 0
}

/**
 * Finds the one document of that name (or id) that is not the requester's own; null if there is none or several. If a request for it under
 * another name is pending, only a requester who sees the document gets an error: for others it stays a name.
 */
async function match(
  ctx: Acting<WriteCtx>,
  { documentId, documentName }: RequestInput,
): Promise<{ id: string; title: string } | null> {
  const meant = documentId
    ? eq(documents.id, documentId)
    : sql`lower(${documents.title}) = lower(${documentName})`
  const [found, another] = await ctx.tx
    .select({ id: documents.id, title: documents.title })
    .from(documents)
    .where(and(meant, isNull(documents.deletedAt), ne(documents.ownerId, ctx.actor.id)))
    .limit(2)
  if (!found || another) return null
  if (!(await isPending(ctx, eq(accessRequests.documentId, found.id)))) return found
  const seen = and(eq(documents.id, found.id), visibleTo(ctx.actor, ctx.now))
  if ((await ctx.tx.$count(documents, seen)) > 0) throw new Refusal('request-exists')
  return null
}

type Asked = Omit<typeof accessRequests.$inferInsert, keyof ReturnType<typeof byActor>>

const byActor = ({ actor, now }: Acting<WriteCtx>) => ({
  requesterId: actor.id,
  requesterEmail: actor.email,
  requesterName: actor.name,
  organizationId: actor.organizationId,
  createdAt: now,
})

/** Inserts a request of the actor with its audit event. */
export async function insertRequest(ctx: Acting<WriteCtx>, asked: Asked): Promise<RequestRow> {
  const [row] = await ctx.tx
    .insert(accessRequests)
    .values({ ...asked, ...byActor(ctx) })
    .returning()
  if (!row) throw new Error('A request was not written')
  await ctx.audit({
    event: row.extensionType ? 'extension_requested' : 'access_requested',
    documentId: row.documentId ?? undefined,
    accessId: row.accessId ?? undefined,
    notes: row.justification ?? undefined,
    details: {
      requestId: row.id,
      documentName: row.documentName,
      clientEmail: row.clientEmail,
      extension: row.extensionType,
    },
  })
  return row
}

/** Promises the mails to those who may decide, up to a daily limit for each requester. */
export async function announce(
  ctx: Acting<WriteCtx>,
  row: RequestRow,
  title: string,
  { mail }: Pick<Services, 'mail'>,
): Promise<void> {
  const today = and(
    eq(accessRequests.requesterId, ctx.actor.id),
    gt(accessRequests.createdAt, daysBefore(ctx.now, 1)),
  )
  if ((await ctx.tx.$count(accessRequests, today)) > limits.request.announcedADay) return
  const to = await askedAbout(ctx, row.requesterId, row.documentId).catch((error: unknown) => {
    // A request may wait for its first trustee.
    if (error instanceof Refusal && error.code === 'nobody-to-ask') return []
    throw error
  })
  for (const email of await wanting(ctx, 'requests', to))
    await mail.enqueue(ctx, accessRequested, email, askedMail(row, title))
}

/** Returns what the mails to those who may decide say. */
export const askedMail = (row: RequestRow, title: string): AskedMail => ({
  requestId: row.id,
  title,
  extension: row.extensionType !== null,
  requesterName: row.requesterName,
  requesterEmail: row.requesterEmail,
  clientName: row.clientName ?? '',
  clientEmail: row.clientEmail ?? '',
  justification: row.justification ?? '',
  level: row.requestedAccessLevel,
  until: row.requestedExpiry?.toISOString() ?? null,
  askedAt: row.createdAt.toISOString(),
})
