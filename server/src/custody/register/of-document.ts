import { type originalsOf as endpoint, packetNumber } from '@deedbox/contract/custody.ts'
import { stateOf } from '@deedbox/contract/custody-rules.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { movements, originals, packets } from '../../db/tables/custody.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { packetsVisibleTo } from '../../policy/custody.ts'
import { findDocument } from '../../policy/find.ts'
import { firstTimes } from './read.ts'

/**
 * Tells whoever answers for a document that its original is kept, and whether it is held or out since when; its packet, which says who has it, only to
 * whoever sees the matter. Somebody with a grant learns nothing of it.
 * @throws Refusal 'document-not-found'
 */
export async function originalsOf(
  ctx: Acting<ReadCtx>,
  documentId: string,
): Promise<Answer<typeof endpoint>> {
  const { grant } = await findDocument(ctx, documentId)
  if (grant) return { originals: [] }
  const { tx, actor, now, settings } = ctx
  const rows = await tx
    .select({
      original: originals,
      packet: { id: packets.id, number: packets.number },
      entry: movements,
      seen: sql<boolean>`${packetsVisibleTo(actor, now)}`,
    })
    .from(originals)
    .innerJoin(packets, eq(packets.id, originals.packetId))
    .innerJoin(movements, eq(movements.id, packets.standingId))
    .where(and(eq(originals.documentId, documentId)))
    .orderBy(asc(originals.addedAt), asc(originals.id))
  const since = await firstTimes(
    ctx,
    rows.map(({ entry }) => entry),
  )
  const today = dayOf(now, settings.timeZone)
  return {
    originals: rows.map(({ original: { id, kind, pages, keepStaples }, packet, entry, seen }) => ({
      ...{ id, kind, pages, keepStaples },
      state: stateOf(entry, today),
      since: since.get(entry.id) ?? entry.at.toISOString(),
      packet: seen ? { id: packet.id, number: packetNumber(packet.number) } : null,
    })),
  }
}
