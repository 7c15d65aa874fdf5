import { actorNameOf, labelOf, tellEvent, wordsIn } from '@deedbox/contract/audit-events.ts'
import type { EventRow, listEvents as endpoint } from '@deedbox/contract/audit-trail.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { run } from '../../db/named.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { carried, fromCursor, shapeOf, toCursor } from '../../platform/cursor.ts'
import { type Conditions, conditionsOf, type Way, waysFor } from './events-filter.ts'
import { addressSeenBy, documentSeenBy } from './events-seen.ts'
import { periodOf } from './period.ts'

/** Number of events of all keys of a way that a page looks through, and number of each at least. */
const walked = { together: 10_000, each: 500 }

/** Place of an event in the order of lists. */
type Key = { at: Date; id: number }
const newest = (a: Key, b: Key): number => b.at.getTime() - a.at.getTime() || b.id - a.id

/** Lists the events of the audit trail that the caller sees, newest first, paged by key. */
export async function listEvents(
  ctx: Acting<ReadCtx>,
  { cursor, limit, ...filter }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const { actor, now, settings } = ctx
  const period = periodOf(filter, now, settings.timeZone)
  const shape = shapeOf('events', filter)
  const after = cursor
    ? fromCursor(cursor, z.tuple([z.literal(shape), carried.instant, z.int().positive()]))
    : undefined
  const conditions = conditionsOf(actor, now, filter)
  const reach = and(
    after && sql`(${auditEvents.at}, ${auditEvents.id}) < (${after[1]}::timestamptz, ${after[2]})`,
    sql`${auditEvents.at} < ${period.before.toISOString()}::timestamptz`,
    period.from ? sql`${auditEvents.at} >= ${period.from.toISOString()}::timestamptz` : undefined,
  )
  const keysById = new Map<number, Key>()
  const ends: Key[] = []
  for (const way of await waysFor(ctx, filter, conditions)) {
    const { keys, end } = await search(ctx, { way, conditions, reach, limit })
    for (const key of keys) keysById.set(key.id, key)
    if (end) ends.push(end)
  }
  // Events older than the point where one of the searches ended may be incomplete.
  const [end] = ends.sort(newest)
  const known = [...keysById.values()].sort(newest).filter((key) => !end || newest(key, end) <= 0)
  const shown = known.slice(0, limit)
  const last = known.length > limit ? shown.at(-1) : end
  return {
    events: await rowsOf(ctx, shown),
    nextCursor: last ? toCursor([shape, last.at, last.id]) : null,
    searchedTo: known.length > limit ? null : (end?.at.toISOString() ?? null),
  }
}

type Search = { way: Way; conditions: Conditions; reach: SQL | undefined; limit: number }

/** Returns the newest events that a way finds, and where it ended if it did not look through all. */
async function search(
  ctx: Acting<ReadCtx>,
  { way: { keys, count, of, covers, sorts }, conditions, reach, limit }: Search,
): Promise<{ keys: Key[]; end: Key | undefined }> {
  const left = Object.entries(conditions).filter(([name]) => !covers.some((covered) => covered === name))
  const rest = and(...left.map(([, condition]) => condition))
  const most = Math.max(walked.each, Math.ceil(walked.together / Math.max(count, 1)))
  const order = sql`order by at desc, id desc`
  // `offset 0`: no other index is walked in the order of time.
  const its = sorts
    ? sql`select * from (select * from ${auditEvents} where ${of} offset 0) as audit_events where ${reach} ${order}`
    : sql`select * from ${auditEvents} where ${and(of, reach)} ${order}`
  const fitting = rest
    ? sql`select at, id from (${its} limit ${most}) as audit_events where ${rest} ${order} limit ${limit + 1}`
    : sql`select at, id from (${its} limit ${limit + 1}) its`
  const ask = (each: SQL, n: number) =>
    run<{ at: Date; id: string }>(
      ctx,
      sql`select each.at, each.id from ${keys} cross join lateral (${each}) each ${order} limit ${n}`,
      { prepared: false },
    ).then((rows) => rows.map(({ at, id }) => ({ at: new Date(at), id: Number(id) })))
  const newestKeys = await ask(fitting, limit + 1)
  // A single key that fills the page has not come to its end.
  if (!rest || (count === 1 && newestKeys.length > limit)) return { keys: newestKeys, end: undefined }
  const [end] = await ask(sql`${its} offset ${most - 1} limit 1`, 1)
  return { keys: newestKeys, end }
}

/** Reads the events as they are sent, in this order. */
export async function rowsOf(ctx: Acting<ReadCtx>, keys: readonly { id: number }[]): Promise<EventRow[]> {
  const { tx, actor, now, settings } = ctx
  if (keys.length === 0) return []
  const ids = keys.map(({ id }) => id)
  const rows = await tx
    .select({
      event: auditEvents,
      documentTitle: documents.title,
      documentSeen: sql<boolean>`(${documentSeenBy(actor, now) ?? sql`true`}) is true`,
      addressSeen: sql<boolean>`(${addressSeenBy(actor) ?? sql`true`}) is true`,
    })
    .from(auditEvents)
    .leftJoin(documents, eq(documents.id, auditEvents.documentId))
    .where(inArray(auditEvents.id, ids))
  const words = wordsIn(settings.timeZone)
  const byId = new Map(rows.map((row) => [row.event.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { event, documentTitle, documentSeen, addressSeen } = row
    return {
      id,
      event: event.event,
      label: labelOf(event),
      notes: tellEvent(event, words),
      at: event.at.toISOString(),
      actorName: actorNameOf(event),
      actorEmail: event.actorEmail,
      subjectEmail: event.subjectEmail,
      documentId: documentSeen ? event.documentId : null,
      documentTitle: documentSeen ? documentTitle : null,
      address: addressSeen ? event.ip : null,
    }
  })
}
