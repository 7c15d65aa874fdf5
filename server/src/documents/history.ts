import { auditEvents as labels } from '@deedbox/contract/audit-events.ts'
import type { documentHistory as endpoint } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { and, desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { findDocument } from '../access/find.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { auditEvents } from '../db/tables/audit.ts'
import { fromCursor, toCursor } from '../platform/cursor.ts'
import { Refusal } from '../platform/errors.ts'

/** What an event is called. */
export const labelOf = (event: string): string => (labels as Record<string, string>)[event] ?? event

/** Which page was read, in words. */
function pageOf(details: Record<string, unknown> | null): string | null {
  if (typeof details?.page !== 'number') return null
  return details.text ? `Page ${details.page}, its text` : `Page ${details.page}`
}

/** What an event says besides. */
export const notesOf = ({ notes, details }: Pick<typeof auditEvents.$inferSelect, 'notes' | 'details'>) =>
  notes ?? pageOf(details)

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
    entries: shown.map((row) => ({
      id: row.id,
      event: row.event,
      label: labelOf(row.event),
      at: row.at.toISOString(),
      actorName: row.actorName,
      actorEmail: row.actorEmail,
      subjectEmail: row.subjectEmail,
      notes: notesOf(row),
      ip: row.ip,
    })),
    nextCursor: last ? toCursor(last.id) : null,
  }
}
