import { auditEvents as labels } from '@deedbox/contract/audit-events.ts'
import type { documentHistory as endpoint, HistoryEntry } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { and, desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { findDocument } from '../access/find.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { auditEvents } from '../db/tables/audit.ts'
import { fromCursor, toCursor } from '../platform/cursor.ts'
import { Refusal } from '../platform/errors.ts'
import { notesOf } from './notes.ts'

type Event = Pick<typeof auditEvents.$inferSelect, 'event' | 'notes' | 'details'>

/** What an event is called. A page that was sent ahead was not viewed yet. */
export const labelOf = ({ event, details }: Pick<Event, 'event' | 'details'>): string =>
  details?.ahead ? 'Page sent ahead' : ((labels as Record<string, string>)[event] ?? event)

/** An event as histories of documents show it. */
export const entryOf = (row: typeof auditEvents.$inferSelect): HistoryEntry => ({
  id: row.id,
  event: row.event,
  label: labelOf(row),
  at: row.at.toISOString(),
  actorName: row.actorName,
  actorEmail: row.actorEmail,
  subjectEmail: row.subjectEmail,
  notes: notesOf(row),
  ip: row.ip,
})

/** What happened to a document, from the audit trail, newest first. */
export async function documentHistory(
  ctx: Acting<ReadCtx>,
  documentId: string,
  { cursor, limit }: SchemaOutput<typeof endpoint.query>,
): Promise<SchemaOutput<typeof endpoint.response>> {
  const { can } = await findDocument(ctx, documentId, { view: 'either' })
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
    entries: shown.map(entryOf),
    nextCursor: last ? toCursor(last.id) : null,
  }
}
