import type { EvidenceFilter } from '@deedbox/contract/evidence.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { ofClient } from '../../db/client-key.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { visibleTo } from '../../policy/visible.ts'
import { conditionsOf } from '../reports/events-filter.ts'
import { periodOf } from '../reports/period.ts'

/** Scope of evidence. */
export interface Subject {
  filter: EvidenceFilter
  /** State: the documents are in it where the person may download them. */
  withDocuments: boolean
}

/** Limit of events of one piece of evidence: a browser checks as many in seconds, and the ZIP's directory stays small. */
export const MAX_EVENTS = 20_000

/** Selects the events of a subject that the person sees, up to `until`. */
export function eventsOf(
  { actor, settings }: Pick<Acting<ReadCtx>, 'actor' | 'settings'>,
  { filter }: Subject,
  until: Date,
): SQL {
  const { from, before } = periodOf(filter, until, settings.timeZone)
  const condition = and(
    ...Object.values(conditionsOf(actor, until, filter)),
    sql`${auditEvents.at} < ${before.toISOString()}::timestamptz`,
    from ? sql`${auditEvents.at} >= ${from.toISOString()}::timestamptz` : undefined,
  )
  return condition ?? sql`true`
}

/** Selects the documents of a subject that the person may see now: of one document or one client. Undefined: none. */
export function documentsOf(
  { actor, now }: Pick<Acting<ReadCtx>, 'actor' | 'now'>,
  { filter, withDocuments }: Subject,
): SQL | undefined {
  if (!withDocuments) return undefined
  if (filter.document) return and(eq(documents.id, filter.document), visibleTo(actor, now))
  return filter.client ? and(ofClient(filter.client), visibleTo(actor, now)) : undefined
}

/** Measures how many events the evidence would have, up to one more than it may, and how large its documents are. */
export async function measure(
  ctx: Acting<ReadCtx>,
  subject: Subject,
): Promise<{ events: number; documents: number; bytes: number }> {
  const [counted] = await ctx.tx.select({ events: sql<number>`count(*)::int` }).from(
    ctx.tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(eventsOf(ctx, subject, ctx.now))
      .limit(MAX_EVENTS + 1)
      .as('some'),
  )
  const theirs = documentsOf(ctx, subject)
  const [stored] = theirs
    ? await ctx.tx
        .select({
          documents: sql<number>`count(*)::int`,
          bytes: sql`coalesce(sum(${documents.fileSize}), 0)`.mapWith(Number),
        })
        .from(documents)
        .where(theirs)
    : []
  return { events: counted?.events ?? 0, ...(stored ?? { documents: 0, bytes: 0 }) }
}
