import { actorNameOf, labelOf, tellEvent, wordsIn } from '@deedbox/contract/audit-events.ts'
import type { matterHistory as endpoint } from '@deedbox/contract/matters.ts'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { fromCursor, toCursor } from '../../platform/cursor.ts'
import { findMatter } from '../../policy/matters.ts'
import { visibleTo } from '../../policy/visible.ts'

/** Lists what was changed of a matter, from the audit trail, newest first. @throws Refusal 'matter-not-found' */
export async function matterHistory(
  ctx: Acting<ReadCtx>,
  matterId: string,
  { cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  await findMatter(ctx, matterId)
  const before = cursor === undefined ? undefined : fromCursor(cursor, z.int().positive())
  const rows = await ctx.tx
    .select()
    .from(auditEvents)
    .where(
      and(
        // The condition is that of the index of these events.
        sql`starts_with(${auditEvents.event}, 'matter_')`,
        eq(sql`(${auditEvents.details} ->> 'matterId')`, matterId),
        before === undefined ? undefined : lt(auditEvents.id, before),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const seen = await documentsOf(
    ctx,
    shown.flatMap(({ documentId }) => documentId ?? []),
  )
  const words = wordsIn(ctx.settings.timeZone)
  return {
    entries: shown.map((row) => ({
      id: row.id,
      label: labelOf(row),
      at: row.at.toISOString(),
      actorName: actorNameOf(row),
      told: [row.subjectEmail, tellEvent(row, words)].filter(Boolean).join(' · ') || null,
      document: seen.get(row.documentId) ?? null,
    })),
    nextCursor: last ? toCursor(last.id) : null,
  }
}

/** The documents among these that the reader sees. */
async function documentsOf({ tx, actor, now }: Acting<ReadCtx>, ids: string[]) {
  const { id, title } = documents
  const seen = and(inArray(id, ids), visibleTo(actor, now, 'either', { lockedToo: true }))
  const rows = await tx.select({ id, title }).from(documents).where(seen)
  return new Map<string | null, { id: string; title: string }>(rows.map((row) => [row.id, row]))
}
