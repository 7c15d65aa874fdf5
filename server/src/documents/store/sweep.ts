import { dayMs, daysAfter, daysBefore } from '@deedbox/contract/durations.ts'
import { and, asc, count, eq, exists, gt, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { contentPaths, deployment, unrecordedContent } from '../../db/tables/storage.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { chunksOf } from '../../platform/storage/chunks.ts'
import { ObjectDiffersError, ObjectMissingError } from '../../platform/storage/storage.ts'
import { ownsStore } from './store-mark.ts'

/* Content without a document is never deleted at once: it is moved to the quarantine and kept for 30 days (ADR 7). */

const batch = 200
const quarantineDays = 30
/** This many files may be without a record; above that, only this share of all files. */
const fewFiles = 5
const fewShare = 0.05
/** Number of paths that an audit event names at most. */
const pathsNamed = 20

/** Returns when content that was moved at this time is removed for good. */
export const removalOf = (movedAt: Date): Date => daysAfter(movedAt, quarantineDays)

type Needs = Pick<Services, 'contexts' | 'database' | 'storage' | 'logger'>
type Tx = ReadCtx['tx']

/**
 * Finds content without a document that is older than a day and moves it to the quarantine, unless that is more than a few
 * percent of all files: then the database is probably the wrong one, or an older copy. Returns what has a document after
 * all, and removes what has been in the quarantine for 30 days.
 */
export async function sweepContent(services: Needs): Promise<void> {
  if (!(await mayAct(services))) return
  const now = await timeOf(services)
  const before = daysBefore(now, 1)
  await services.storage.removeUnfinished(before)
  const files = await findUnrecorded(services, before, now)
  await returnContent(services)
  await services.contexts.work(({ tx }) =>
    tx
      .delete(unrecordedContent)
      .where(and(isNull(unrecordedContent.movedAt), ne(unrecordedContent.seenAt, now))),
  )
  if (!(await isWithinBounds(services, files))) return
  await quarantineUnrecorded(services)
  await purgeQuarantine(services)
}

/** Returns from the quarantine what has a document after all, for example because a newer database was restored. */
export async function returnContent(services: Needs): Promise<void> {
  const { contexts, storage } = services
  if (!(await mayAct(services))) return
  await noteQuarantine(services, await timeOf(services))
  await inBatches(
    services,
    and(isNotNull(unrecordedContent.movedAt), hasDocument(services)),
    async (rows) => {
      const returned: string[] = []
      for (const { path, returnedAt } of rows) {
        if (returnedAt && (await storage.has(path))) continue
        if (await tried(services, path, () => storage.quarantine.restore(path))) returned.push(path)
      }
      if (returned.length === 0) return
      await contexts.work(async ({ tx, now, audit }) => {
        await tx
          .update(unrecordedContent)
          .set({ returnedAt: now })
          .where(inArray(unrecordedContent.path, returned))
        await audit({ event: 'content_returned', details: named(returned) })
      })
    },
  )
}

/** Returns false when the store does not carry the mark of this database: the content of others is not touched. */
export async function mayAct(services: Needs): Promise<boolean> {
  const own = await ownsStore(services)
  if (!own)
    services.logger.error(
      'the content store does not carry the mark of this database: nothing is moved or removed',
    )
  return own
}

const timeOf = ({ contexts }: Needs) => contexts.work(async ({ now }) => now)

const named = (paths: string[]) => ({ files: paths.length, paths: paths.toSorted().slice(0, pathsNamed) })

const hasDocument = ({ database: { db } }: Needs) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(documents)
      .where(and(eq(documents.filePath, unrecordedContent.path), isNotNull(documents.wrappedKey))),
  )

/** Finds which of these paths belong to a document, and whether its content should still exist. */
const recordedOf = async (tx: Tx, paths: string[]) => {
  const rows = await tx
    .select({ path: documents.filePath, gone: isNull(documents.wrappedKey) })
    .from(documents)
    .where(inArray(documents.filePath, paths))
  return new Map(rows.map(({ path, gone }) => [path, gone ? 'removed' : 'kept']))
}

const givenOut = async (tx: Tx, paths: string[]) => {
  const rows = await tx
    .select({ path: contentPaths.path })
    .from(contentPaths)
    .where(and(inArray(contentPaths.path, paths), isNotNull(contentPaths.documentId)))
  return new Set(rows.map(({ path }) => path))
}

/** Records content without a document; finishes removals that a crash interrupted. Returns the number of files. */
async function findUnrecorded({ contexts, storage }: Needs, before: Date, now: Date): Promise<number> {
  let files = 0
  for await (const objects of chunksOf(storage.list(), batch)) {
    files += objects.length
    const old = objects.filter(({ modifiedAt }) => modifiedAt < before)
    if (old.length === 0) continue
    const removed = await contexts.work(async ({ tx }) => {
      const paths = old.map(({ path }) => path)
      const recorded = await recordedOf(tx, paths)
      const strays = old.filter(({ path }) => !recorded.has(path))
      const known = await givenOut(tx, paths)
      const rows = strays.map(({ path, bytes, modifiedAt }) => ({
        path,
        bytes,
        storedAt: modifiedAt,
        known: known.has(path),
        seenAt: now,
      }))
      if (rows.length > 0)
        await tx
          .insert(unrecordedContent)
          .values(rows)
          .onConflictDoUpdate({
            target: unrecordedContent.path,
            set: { seenAt: now, movedAt: null, returnedAt: null },
          })
      return paths.filter((path) => recorded.get(path) === 'removed')
    })
    for (const path of removed) await storage.remove(path)
  }
  return files
}

/** Records what is in the quarantine: another copy of the database may have moved it there. */
async function noteQuarantine({ contexts, storage }: Needs, now: Date): Promise<void> {
  for await (const objects of chunksOf(storage.quarantine.list(), batch)) {
    await contexts.work(async ({ tx }) => {
      const known = await givenOut(
        tx,
        objects.map(({ path }) => path),
      )
      await tx
        .insert(unrecordedContent)
        .values(
          objects.map(({ path, bytes, modifiedAt }) => ({
            path,
            bytes,
            storedAt: modifiedAt,
            known: known.has(path),
            seenAt: now,
            movedAt: now,
          })),
        )
        .onConflictDoUpdate({
          target: unrecordedContent.path,
          set: { movedAt: now },
          // A crash may come between the move and its record. Content that is in both places is moved again.
          setWhere: sql`${unrecordedContent.movedAt} is null and ${unrecordedContent.seenAt} <> excluded.seen_at`,
        })
    })
  }
}

/** Tells whether few enough files are without a record to move or remove them; otherwise audits this, once a day. */
async function isWithinBounds({ contexts, logger }: Needs, listed: number): Promise<boolean> {
  return contexts.work(async ({ tx, now, audit }) => {
    const [here] = await tx
      .select({ n: count() })
      .from(unrecordedContent)
      .where(isNull(unrecordedContent.movedAt))
    const [away] = await tx
      .select({ n: count() })
      .from(unrecordedContent)
      .where(and(isNotNull(unrecordedContent.movedAt), isNull(unrecordedContent.returnedAt)))
    const unrecorded = (here?.n ?? 0) + (away?.n ?? 0)
    const files = listed + (away?.n ?? 0)
    const within = here?.n === 0 || unrecorded <= Math.max(fewFiles, files * fewShare)
    const [before] = await tx.select().from(deployment).for('update')
    if (within) {
      if (before?.sweepRefusedAt)
        await tx.update(deployment).set({ sweepRefusedAt: null, sweepReportedAt: null, sweepFiles: null })
      return true
    }
    logger.warn(
      { unrecorded, files },
      'too much content has no record in the database: nothing is moved. Is this database an older copy?',
    )
    const due = !before?.sweepReportedAt || before.sweepReportedAt.getTime() <= now.getTime() - dayMs
    await tx.update(deployment).set({
      sweepRefusedAt: before?.sweepRefusedAt ?? now,
      sweepFiles: files,
      ...(due && { sweepReportedAt: now }),
    })
    if (due) await audit({ event: 'sweep_refused', details: { unrecorded, files } })
    return false
  })
}

async function quarantineUnrecorded(services: Needs): Promise<void> {
  const { contexts, storage } = services
  await inBatches(services, isNull(unrecordedContent.movedAt), async (rows) => {
    if (!(await mayAct(services))) return
    const paths = rows.map(({ path }) => path)
    const recorded = await contexts.work(({ tx }) => recordedOf(tx, paths))
    const moved: string[] = []
    for (const path of paths) {
      if (recorded.has(path)) continue
      if (await tried(services, path, () => storage.quarantine.add(path))) moved.push(path)
    }
    if (moved.length === 0) return
    await contexts.work(async ({ tx, now, audit }) => {
      await tx.update(unrecordedContent).set({ movedAt: now }).where(inArray(unrecordedContent.path, moved))
      await audit({ event: 'content_quarantined', details: named(moved) })
    })
  })
}

/** Removes from the quarantine what has been there for 30 days and no document needs. */
async function purgeQuarantine(services: Needs): Promise<void> {
  const { contexts, storage } = services
  const since = new Date((await timeOf(services)).getTime() - quarantineDays * dayMs)
  await inBatches(services, lte(unrecordedContent.movedAt, since), async (rows) => {
    if (!(await mayAct(services))) return
    const inPlace = new Set<string>()
    for (const { path } of rows) if (await storage.has(path)) inPlace.add(path)
    const gone = await contexts.work(async ({ tx, audit }) => {
      const due = await tx
        .select({ path: unrecordedContent.path })
        .from(unrecordedContent)
        .where(
          and(
            inArray(
              unrecordedContent.path,
              rows.map(({ path }) => path),
            ),
            lte(unrecordedContent.movedAt, since),
          ),
        )
        .for('update')
      const paths = due.map(({ path }) => path)
      const recorded = await recordedOf(tx, paths)
      const lost = paths.filter((path) => recorded.get(path) !== 'kept' && !inPlace.has(path))
      // Content of a document is removed only if it was copied back.
      const spare = paths.filter((path) => inPlace.has(path))
      await tx.delete(unrecordedContent).where(inArray(unrecordedContent.path, [...lost, ...spare]))
      if (lost.length > 0) await audit({ event: 'content_purged', details: named(lost) })
      return [...lost, ...spare]
    })
    for (const path of gone) await storage.quarantine.remove(path)
  })
}

/** Runs a move; false when another server has moved it already, or the quarantine holds other content. */
async function tried({ logger }: Needs, path: string, move: () => Promise<void>): Promise<boolean> {
  try {
    await move()
    return true
  } catch (error) {
    if (error instanceof ObjectMissingError) return false
    if (!(error instanceof ObjectDiffersError)) throw error
    logger.error({ path }, 'the quarantine holds other content under this path: both were left as they are')
    return false
  }
}

type Row = { path: string; returnedAt: Date | null }

/** Walks through the rows by path, so that one that fails does not hold up the others. */
async function inBatches(
  { contexts }: Needs,
  which: ReturnType<typeof and>,
  deal: (rows: Row[]) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await contexts.work(({ tx }) =>
      tx
        .select({ path: unrecordedContent.path, returnedAt: unrecordedContent.returnedAt })
        .from(unrecordedContent)
        .where(and(which, gt(unrecordedContent.path, after)))
        .orderBy(asc(unrecordedContent.path))
        .limit(batch),
    )
    if (rows.length > 0) await deal(rows)
    if (rows.length < batch) return
    after = rows.at(-1)?.path ?? ''
  }
}
