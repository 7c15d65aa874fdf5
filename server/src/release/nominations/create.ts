import { dayOf } from '@deedbox/contract/dates.ts'
import { type createNomination as endpoint, releaseLimits } from '@deedbox/contract/nominations.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { releaseInWords, whosePapers } from '@deedbox/contract/release-words.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { nominationDocuments, nominations, nominees } from '../../db/tables/releases.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { enqueueTyped } from '../../kernel/mail/outside.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { lockMatter } from '../../policy/matters.ts'
import { visibleTo } from '../../policy/visible.ts'
import { aboutNomination } from './find.ts'
import { nomination as nominationMail } from './nomination.mail.tsx'
import { toNomination } from './read.ts'

type Given = Input<typeof endpoint>['body']
type Of = { owner: { id: string; name: string; email: string }; ownerId: string | null }

/**
 * Names nominees, who are told by a mail whose link changes nothing: they accept on the page, signed in.
 * @throws Refusal 'document-not-found', 'matter-not-found', 'not-allowed', 'nomination-…', 'nominee-owner', 'recipient-stopped', 'outside-limit'
 */
export async function createNomination(
  ctx: Acting<WriteCtx>,
  { documentIds, ownerEmail, nominees: named, ...given }: Given,
  services: Pick<Services, 'mail'>,
): Promise<Answer<typeof endpoint>> {
  const { actor, now, settings, tx } = ctx
  const { owner, ownerId } = given.documentId
    ? await ofDocument(ctx, given.documentId)
    : await ofMatter(ctx, given.matterId ?? '', ownerEmail)
  if ((owner.id !== actor.id || given.onBehalfOf) && !given.instructionId)
    throw new Refusal('nomination-instruction', {
      fields: { instructionId: errors['nomination-instruction'].message },
    })
  if (given.instructionId) await findDocument(ctx, given.instructionId)
  if (given.lastsUntil && given.lastsUntil <= dayOf(now, settings.timeZone))
    throw new Refusal('nomination-past', { fields: { lastsUntil: errors['nomination-past'].message } })
  if (named.some(({ email }) => email === owner.email)) throw new Refusal('nominee-owner')
  const { accessLevel, how, quorum, waitDays, lastsDays, lastsUntil, evidence, needsAgreement } = given
  const { absences, documentId, matterId, instructionId, onBehalfOf } = given
  const whose = whosePapers({ onBehalfOf, ownerName: owner.name })
  const [row] = await tx
    .insert(nominations)
    .values({
      ...{
        documentId,
        matterId,
        instructionId,
        onBehalfOf,
        ownerId,
        how,
        waitDays,
        accessLevel,
        evidence,
        absences,
      },
      ...{ lastsDays, lastsUntil, needsAgreement, createdAt: now, updatedAt: now },
      quorum: how === 'quorum' ? quorum : null,
      whole: matterId !== null && !documentIds,
      createdBy: actor.id,
      createdByName: actor.name,
    })
    .returning()
  if (!row) throw new Error('A nomination was not inserted')
  if (matterId && documentIds) await nameDocuments(ctx, row.id, matterId, documentIds)
  await tx.insert(nominees).values(
    named.map(({ email, name, afterDays }, position) => ({
      ...{ nominationId: row.id, position, email, name },
      afterDays: how === 'order' ? afterDays : 0,
    })),
  )
  for (const { email, name, afterDays } of named)
    await enqueueTyped(services, ctx, nominationMail, email, {
      name,
      promise: releaseInWords(
        given,
        { you: true, of: named.length, afterDays: how === 'order' ? afterDays : 0 },
        `papers of ${whose}`,
      ),
      senderName: actor.name,
      senderEmail: actor.email,
      ownerName: owner.name,
      onBehalfOf,
    })
  await ctx.audit({
    event: 'matter_nomination_added',
    documentId: documentId ?? undefined,
    details: {
      ...(await aboutNomination(ctx, row)),
      nominees: named.map(({ name }) => name).join(', '),
      waitDays,
      onBehalfOf,
    },
  })
  return { nomination: await toNomination(ctx, row.id) }
}

/** The document, for its owner or a trustee who handles it. @throws Refusal 'document-not-found', 'not-allowed' */
async function ofDocument(ctx: Acting<WriteCtx>, documentId: string): Promise<Of> {
  const { document, can } = await findDocument(ctx, documentId, { lock: true })
  const { ownerId: id, ownerName: name, ownerEmail: email } = document
  if (!can.share && id !== ctx.actor.id) throw new Refusal('not-allowed')
  return { owner: { id, name, email }, ownerId: null }
}

/** The matter, for whoever keeps it, and who its owner is. @throws Refusal 'matter-not-found', 'not-allowed', 'nomination-owner' */
async function ofMatter(ctx: Acting<WriteCtx>, matterId: string, email: string | null): Promise<Of> {
  await lockMatter(ctx, matterId)
  if (email === null || email === ctx.actor.email) return { owner: ctx.actor, ownerId: ctx.actor.id }
  const [owner] = await ctx.tx
    .select({ id: profiles.id, name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.email, email), notDeactivated))
  if (!owner)
    throw new Refusal('nomination-owner', { fields: { ownerEmail: errors['nomination-owner'].message } })
  return { owner, ownerId: owner.id }
}

/** Names documents of the matter, chosen ones or all that are in it now. @throws Refusal 'nomination-documents' where one is not in it, or not seen, 'nomination-today' */
async function nameDocuments(
  ctx: Acting<WriteCtx>,
  nominationId: string,
  matterId: string,
  chosen: string[] | 'today',
): Promise<void> {
  const ids = chosen === 'today' ? null : [...new Set(chosen)]
  const most = releaseLimits.documents
  const found = await ctx.tx
    .select({ documentId: documents.id })
    .from(documents)
    .where(
      and(
        ids ? inArray(documents.id, ids) : undefined,
        eq(documents.matterId, matterId),
        isNull(documents.deletedAt),
        visibleTo(ctx.actor, ctx.now),
      ),
    )
    .limit(most + 1)
  if (ids && found.length !== ids.length) throw new Refusal('nomination-documents')
  if (found.length === 0 || found.length > most) throw new Refusal('nomination-today', { values: { most } })
  await ctx.tx
    .insert(nominationDocuments)
    .values(found.map(({ documentId }) => ({ nominationId, documentId })))
}
