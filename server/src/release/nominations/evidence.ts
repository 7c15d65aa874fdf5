import { toDetails } from '@deedbox/contract/document-details.ts'
import type { bringEvidence as endpoint, Nominated } from '@deedbox/contract/nominated.ts'
import { releaseLimits } from '@deedbox/contract/release-terms.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { askingEvidence, askings, nominations, nominees } from '../../db/tables/releases.ts'
import { insertDocument, whileSession } from '../../documents/store/insert.ts'
import { keepIfRecorded, type Owner, type StoredContent } from '../../documents/store/store.ts'
import { storeBody } from '../../documents/store/store-body.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { runningAsking } from './ask.ts'
import { aboutNomination, isNominee, lockAccepted, type NominationRow, ownerOf } from './find.ts'
import { toNominated } from './read.ts'
import { settle } from './settle.ts'

/**
 * Stores the body of a request as evidence: a document of the owner, which trustees see and the nominee does not. The waiting period begins with the first.
 * @throws Refusal 'nomination-not-found', 'nomination-ended', 'nominee-not-accepted', 'release-none', 'release-evidence', and those of a stored file
 */
export async function bringEvidence(
  services: Services,
  raw: Raw<typeof endpoint>,
  { params: { nomineeId }, query: { fileName } }: Input<typeof endpoint>,
): Promise<{ nominated: Nominated }> {
  const { request, reply, caller, actor, now } = raw
  const { owner, content } = await storeBody(
    services,
    { request, reply, now, fileName, origin: { ...caller, actor } },
    () => raw.read((ctx) => takes(ctx, nomineeId)),
  )
  return keepIfRecorded(services.storage, content, () =>
    raw.transact((ctx) => record(services, ctx, raw, { nomineeId, owner, content })),
  )
}

/** Finds whose document the evidence becomes, before the file is read. */
async function takes(ctx: Acting<ReadCtx>, nomineeId: string): Promise<Owner> {
  const [found] = await ctx.tx
    .select({ nomination: nominations, nominee: nominees })
    .from(nominees)
    .innerJoin(nominations, eq(nominations.id, nominees.nominationId))
    .where(and(eq(nominees.id, nomineeId), isNominee(ctx.actor)))
  if (!found) throw new Refusal('nomination-not-found')
  if (found.nomination.endedAt) throw new Refusal('nomination-ended')
  if (!found.nominee.acceptedAt || found.nominee.declinedAt) throw new Refusal('nominee-not-accepted')
  if (!(await runningAsking(ctx, nomineeId))) throw new Refusal('release-none')
  return ownerAccount(ctx, found.nomination)
}

async function ownerAccount(ctx: ReadCtx, nomination: NominationRow): Promise<Owner> {
  const { id } = await ownerOf(ctx, nomination)
  const [row] = await ctx.tx
    .select({ person: profiles, leavingFrom: organizations.leavingFrom })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(eq(profiles.id, id ?? ''))
  if (!row) throw new Error('What is nominated for has no owner')
  const { name, email, organizationId } = row.person
  return { id: row.person.id, name, email, organizationId, organizationLeavingFrom: row.leavingFrom }
}

async function record(
  services: Services,
  ctx: Acting<WriteCtx>,
  { caller, actor }: Pick<Raw<typeof endpoint>, 'caller' | 'actor'>,
  given: { nomineeId: string; owner: Owner; content: StoredContent },
): Promise<{ nominated: Nominated }> {
  const { nominee, nomination } = await lockAccepted(ctx, given.nomineeId)
  const found = await runningAsking(ctx, nominee.id)
  if (!found) throw new Refusal('release-none')
  const { asking, release } = found
  const before = await ctx.tx.$count(askingEvidence, eq(askingEvidence.askingId, asking.id))
  if (before >= releaseLimits.evidence) throw new Refusal('release-evidence')
  const document = await insertDocument(services, { ...caller, actor }, whileSession(actor), {
    status: 'active',
    owner: given.owner,
    content: given.content,
    details: toDetails({ title: `Evidence of ${nominee.name}: ${given.content.fileName}`.slice(0, 300) }),
  })
  if (!document) throw new Refusal('not-signed-in')
  await ctx.tx.insert(askingEvidence).values({ askingId: asking.id, documentId: document.id })
  await ctx.tx
    .update(askings)
    .set({ evidenceAt: ctx.now })
    .where(and(eq(askings.id, asking.id), isNull(askings.evidenceAt)))
  await ctx.audit({
    event: 'matter_release_evidence',
    documentId: nomination.documentId ?? undefined,
    details: {
      ...(await aboutNomination(ctx, nomination)),
      nominee: nominee.name,
      rehearsal: release.rehearsal || undefined,
    },
  })
  await settle(ctx, nomination, release.id)
  return { nominated: await toNominated(ctx, nominee.id) }
}
