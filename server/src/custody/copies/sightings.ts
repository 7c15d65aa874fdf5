import { packetNumber } from '@deedbox/contract/custody-terms.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import { movements, originals, packets } from '../../db/tables/custody.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { packetsVisibleTo } from '../../policy/custody.ts'

const most = 20

/**
 * Lists the entries by which the actor has sighted a paper original of a document, newest first, of packets that the actor sees. Not among them is
 * what was corrected or corrects, and what is older than the last change of what is said of the original: it may have been another paper's.
 */
export async function sightingsOf(ctx: Acting<ReadCtx>, documentId: string) {
  const { tx, actor, now, settings } = ctx
  const rows = await tx
    .select({ id: movements.id, at: movements.at, originalId: originals.id, number: packets.number })
    .from(movements)
    .innerJoin(originals, eq(originals.id, movements.originalId))
    .innerJoin(packets, eq(packets.id, movements.packetId))
    .where(
      and(
        ...[eq(originals.documentId, documentId), eq(originals.kind, 'paper')],
        ...[eq(movements.kind, 'sighted'), eq(movements.byId, actor.id)],
        isNull(movements.corrects),
        gte(movements.at, originals.updatedAt),
        sql`not exists (select from movements later where later.corrects = ${movements.id})`,
        packetsVisibleTo(actor, now),
      ),
    )
    .orderBy(desc(movements.at), desc(movements.id))
    .limit(most)
  return rows.map(({ id, at, originalId, number }) => ({
    ...{ id, originalId, packet: packetNumber(number), on: dayOf(at, settings.timeZone) },
  }))
}
