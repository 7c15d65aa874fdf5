import { hourMs } from '@deedbox/contract/durations.ts'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { documents } from '../../../db/tables/documents.ts'
import { ObjectExistsError } from '../../../platform/storage/storage.ts'
import { copyTime, listCopies } from '../place/copies.ts'
import { type Erasure, listErased, writeErased } from '../place/erased.ts'
import { claimLine } from '../place/line.ts'
import { openPlace, type Place } from '../place/place.ts'
import type { BackupNeeds } from '../place/run.ts'

const BATCH = 1_000
/**
 * Milliseconds by which the times of an erasure, of a copy and of what names erasures may differ: transactions take time, and the clock of
 * a database that takes over may differ.
 */
export const SPARE_MS = hourMs

/** Names in the configured place what was erased; a job, sent in the transaction of the erasure at this time. */
export async function noteErasuresNow(services: BackupNeeds, at: Date): Promise<void> {
  const { backupUrl, backupKey } = services.config
  if (!backupUrl || !backupKey) return
  const place = await openPlace(backupUrl)
  await claimLine(services, { place })
  await noteErasures(services, place, at)
}

/**
 * Names in a place what was erased since the last time, or since the oldest copy there. Needs no lock: what two servers name at
 * once is the same.
 * @param at the time of an erasure that is to be among them; without one, everything from an hour before is
 */
export async function noteErasures(
  services: Pick<BackupNeeds, 'contexts' | 'database'>,
  place: Place,
  at?: Date,
): Promise<void> {
  const now = await services.contexts.work(async (ctx) => ctx.now)
  const named = await listErased(place)
  const copies = (await listCopies(place)).whole.map(copyTime)
  // Times after now, of erasures and of copies, are from before the clock was set back.
  const last = named.findLast(({ until }) => until <= now)?.until
  const begin = last ?? copies.find((at) => at <= now) ?? now
  const margin = new Date(begin.getTime() - SPARE_MS)
  // The margin makes each of many erasure jobs at once name few documents that others name too.
  const since = last && at ? (at < last ? at : last) : margin
  const erasures = erasedSince(services.database, since)
  const first = await erasures.next()
  // The first object is written also without an erasure: it says that all later ones are known.
  if (first.done && named.length > 0) return
  const all = async function* () {
    if (!first.done) yield first.value
    yield* erasures
  }
  try {
    await writeErased(place, { since, until: now }, all())
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error
    await noteErasures(services, place, at)
  }
}

async function* erasedSince({ db }: Database, since: Date): AsyncGenerator<Erasure[]> {
  const { id, contentRemovedAt: at } = documents
  for (
    let after = sql`(${since.toISOString()}::timestamptz, '00000000-0000-0000-0000-000000000000'::uuid)`;
    ;
  ) {
    const rows = await db
      .select({ id, at })
      .from(documents)
      .where(sql`${at} is not null and (${at}, ${id}) > ${after}`)
      .orderBy(at, id)
      .limit(BATCH)
    const batch = rows.flatMap(({ id, at }) => (at ? [{ id, at }] : []))
    const last = batch.at(-1)
    if (!last) return
    yield batch
    after = sql`(${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`
  }
}
