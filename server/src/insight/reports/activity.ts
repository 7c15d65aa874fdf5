import { actorNameOf, labelOf, tellEvent, wordsIn } from '@deedbox/contract/audit-events.ts'
import type { listActivity as endpoint } from '@deedbox/contract/reports.ts'
import type { Total } from '@deedbox/contract/total.ts'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { run } from '../../db/named.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { countedFrom, totalOf } from '../../db/total.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { carried, fromCursor, toCursor } from '../../platform/cursor.ts'
import { recordedFor } from '../../policy/visible.ts'
import { sharing } from './reports.ts'

/** Lists the share activity of documents that the caller handles, newest first, paged by key. */
export async function listActivity(
  { tx, query, actor, now, settings }: Acting<ReadCtx>,
  { cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const after =
    cursor && fromCursor(cursor, z.tuple([z.literal('activity'), carried.instant, z.int().positive()]))
  const fromHere = after
    ? sql`(${auditEvents.at}, ${auditEvents.id}) < (${after[1]}::timestamptz, ${after[2]})`
    : undefined
  const ofCaller = and(sharing, recordedFor(actor, now, auditEvents.documentId))
  const rows = await tx
    .select({ event: auditEvents, documentTitle: documents.title })
    .from(auditEvents)
    .leftJoin(documents, eq(documents.id, auditEvents.documentId))
    .where(and(ofCaller, fromHere))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(limit + 1)
  const words = wordsIn(settings.timeZone)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1)?.event : undefined
  return {
    entries: shown.map(({ event, documentTitle }) => ({
      id: event.id,
      event: event.event,
      label: labelOf(event),
      at: event.at.toISOString(),
      actorName: actorNameOf(event),
      actorEmail: event.actorEmail,
      subjectEmail: event.subjectEmail,
      documentId: event.documentId,
      documentTitle,
      notes: tellEvent(event, words),
    })),
    ...(await count(query, ofCaller)),
    nextCursor: last ? toCursor(['activity', last.at, last.id]) : null,
  }
}

async function count(query: ReadCtx['query'], mine: SQL | undefined): Promise<Total> {
  const counted = countedFrom(sql`1 from ${auditEvents} where ${mine ?? sql`true`}`)
  const [row] = await run<{ counted: number }>({ query }, sql`select ${counted} as counted`, {
    prepared: false,
  })
  return totalOf(row?.counted ?? 0)
}
