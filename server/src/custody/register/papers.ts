import {
  custodyLimits,
  custodyPaperKinds,
  type addCustodyPaper as endpoint,
} from '@deedbox/contract/custody.ts'
import { and, eq } from 'drizzle-orm'
import { custodyPapers, movements, originals } from '../../db/tables/custody.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutPacket, lockPacket, type StoredPacket } from '../../policy/custody.ts'
import { findDocument } from '../../policy/find.ts'
import { findMatter } from '../../policy/matters.ts'
import { toWhole } from './read.ts'

/**
 * Finds a document of a packet's matter that the register is about to name, and keeps it from being deleted until the transaction ends.
 * @throws Refusal 'document-not-found', 'paper-elsewhere'
 */
export async function findPaper(
  ctx: Acting<WriteCtx>,
  { matterId }: Pick<StoredPacket, 'matterId'>,
  documentId: string,
): Promise<string> {
  const { document } = await findDocument(ctx, documentId, { lock: true })
  if (document.matterId !== matterId) throw new Refusal('paper-elsewhere')
  return documentId
}

/**
 * Names a document of the matter as a photograph, or as what proves an entry.
 * @throws Refusal 'packet-not-found', 'not-allowed', 'document-not-found', 'paper-elsewhere', 'original-not-found', 'entry-not-found', 'packet-full'
 */
export async function addCustodyPaper(
  ctx: Acting<WriteCtx>,
  packetId: string,
  { kind, documentId, of }: Input<typeof endpoint>['body'],
): Promise<Answer<typeof endpoint>> {
  const packet = await lockPacket(ctx, packetId)
  const originalId = kind === 'photograph' ? of : null
  const movementId = kind === 'photograph' ? null : of
  await findPaper(ctx, packet, documentId)
  if (originalId) {
    const here = and(eq(originals.id, originalId), eq(originals.packetId, packetId))
    if ((await ctx.tx.$count(originals, here)) === 0) throw new Refusal('original-not-found')
  }
  if (movementId) {
    const here = and(eq(movements.id, movementId), eq(movements.packetId, packetId))
    if ((await ctx.tx.$count(movements, here)) === 0) throw new Refusal('entry-not-found')
  }
  await insertPaper(ctx, { packetId, kind, documentId, originalId, movementId })
  const matter = await findMatter(ctx, packet.matterId)
  await ctx.audit({
    event: 'matter_custody_paper_added',
    documentId,
    details: { ...aboutPacket(packet, matter), kind: custodyPaperKinds[kind].toLowerCase() },
  })
  return { packet: await toWhole(ctx, packet) }
}

type NewPaper = Omit<typeof custodyPapers.$inferInsert, 'addedAt' | 'addedBy'>

/** @throws Refusal 'packet-full' */
export async function insertPaper({ tx, now, actor }: Acting<WriteCtx>, paper: NewPaper): Promise<void> {
  const { originalId, movementId } = paper
  const of = originalId
    ? eq(custodyPapers.originalId, originalId)
    : eq(custodyPapers.movementId, movementId ?? '')
  if ((await tx.$count(custodyPapers, of)) >= custodyLimits.papers) throw new Refusal('packet-full')
  await tx.insert(custodyPapers).values({ ...paper, addedAt: now, addedBy: actor.id })
}
