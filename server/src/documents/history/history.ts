import { actorNameOf, labelOf, tellEvent, wordsIn } from '@deedbox/contract/audit-events.ts'
import type { documentHistory as endpoint, HistoryEntry } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { and, desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { auditEvents } from '../../db/tables/audit.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { fromCursor, toCursor } from '../../platform/cursor.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'

/** Returns an event as histories of documents show it. */
export const entryOf = (row: typeof auditEvents.$inferSelect, timeZone: string): HistoryEntry => ({
  id: row.id,
  event: row.event,
  label: labelOf(row),
  at: row.at.toISOString(),
  actorName: actorNameOf(row),
  actorEmail: row.actorEmail,
  subjectEmail: row.subjectEmail,
  notes: tellEvent(row, wordsIn(timeZone)),
  ip: row.ip,
})

/** Lists what happened to a document, from the audit trail, newest first. */
export async function documentHistory(
  ctx: Acting<ReadCtx>,
  documentId: string,
  { cursor, limit }: SchemaOutput<typeof endpoint.query>,
): Promise<SchemaOutput<typeof endpoint.response>> {
  const { can } = await findDocument(ctx, documentId, { view: 'either', lockedToo: true })
  if (!can.seeHistory) throw new Refusal('not-allowed')
  const before = cursor === undefined ? undefined : fromCursor(cursor, z.int().positive())
  const rows = await ctx.tx
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.documentId, documentId),
        before === undefined ? undefined : lt(auditEvents.id, before),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    entries: shown.map((row) => entryOf(row, ctx.settings.timeZone)),
    nextCursor: last ? toCursor(last.id) : null,
  }
}
