import { dayMs } from '@deedbox/contract/durations.ts'
import { isNotNull } from 'drizzle-orm'
import { backups } from '../../../db/tables/backups.ts'
import { linesOf } from '../../../platform/lines.ts'
import { ObjectDiffersError, ObjectMissingError } from '../../../platform/storage/storage.ts'
import { readEntries, readPaths } from '../place/content-index.ts'
import { contentPath, copyName, copyPaths, copyTime, listCopies, readCopy } from '../place/copies.ts'
import { listErased } from '../place/erased.ts'
import { claimLine } from '../place/line.ts'
import { alone } from '../place/lock.ts'
import { merged, without } from '../place/merge.ts'
import { openPlace, type Place } from '../place/place.ts'
import type { BackupNeeds } from '../place/run.ts'
import { copiesToKeep, type Keep } from './keep.ts'
import { SPARE_MS } from './note-erasures.ts'

const ASIDE_DAYS = 30
/** Prefix of the lists of what was moved aside in one go, a path a line: `pruned/<time>-<part>`. */
const PRUNED = 'pruned/'

export type Pruned = {
  kept: number
  /** Copies that were moved aside, and files of content with them. */
  copies: number
  files: number
  /** Objects that had been aside for 30 days and were removed for good. */
  removed: number
}

/**
 * Clears a place: copies that the rule does not keep are moved aside, and the content that only they name; after 30 days aside
 * it is removed. Copies that this database does not know, of another line of this deployment, always stay.
 * @throws BackupFault before anything is moved when what the kept copies need cannot be read
 */
export async function prune(
  services: BackupNeeds,
  options: { place: string; keep: Keep; signal?: AbortSignal },
): Promise<Pruned> {
  const { contexts, database } = services
  const place = await openPlace(options.place)
  return alone(services, options.signal, async (signal) => {
    await claimLine({ database }, { place })
    const now = await contexts.work(async (ctx) => ctx.now)
    const { whole, partial } = await listCopies(place)
    const known = await knownCopies(services)
    const keep = copiesToKeep(
      whole.filter((name) => known.has(name)),
      options.keep,
    )
    const kept = whole.filter((name) => keep.has(name) || !known.has(name))
    const expired = whole.filter((name) => !kept.includes(name))
    // Reads all of it before anything is moved.
    for (const name of kept) for await (const _ of contentOf(place, name)) signal.throwIfAborted()
    const done: Pruned = { kept: kept.length, copies: expired.length, files: 0, removed: 0 }
    const clearing = { place, kept, now, signal }
    if (kept.length > 0 && expired.length + partial.length > 0)
      done.files = await clear(clearing, expired, partial)
    if (kept.length > 0) done.removed = await removeOld(clearing)
    if (done.copies + done.files + done.removed > 0)
      await contexts.work(({ audit }) =>
        audit({ event: 'backups_removed', details: { place: place.describe(), ...done, names: expired } }),
      )
    return done
  })
}

async function knownCopies({ database: { db } }: BackupNeeds): Promise<Set<string>> {
  const rows = await db.select({ copy: backups.copy }).from(backups).where(isNotNull(backups.copy))
  return new Set(rows.map(({ copy }) => copy ?? ''))
}

async function* contentOf(place: Place, name: string): AsyncGenerator<string> {
  for await (const { path } of readEntries(place, await readCopy(place, name))) yield contentPath(path)
}

type Clearing = { place: Place; kept: string[]; now: Date; signal: AbortSignal }

/**
 * Moves what is expired aside: first the summaries, so that there are no such copies any more, then the content, then their lists,
 * from which an interrupted clearing goes on. What a backup left that was killed is treated in the same way.
 */
async function clear(clearing: Clearing, expired: string[], partial: string[]): Promise<number> {
  const { place, kept } = clearing
  const names = [...expired, ...partial]
  await moveAside(clearing, 'summaries', each(expired.map((name) => copyPaths(name).summary)))
  const lists = await Promise.all(
    names.map(async (name) =>
      (await place.has(copyPaths(name).content)) ? readPaths(place, name) : each([]),
    ),
  )
  const named = async function* () {
    for await (const path of merged(lists)) yield contentPath(path)
  }
  const spare = without(named(), merged(kept.map((name) => contentOf(place, name))))
  const files = await moveAside(clearing, 'content', spare)
  await moveAside(clearing, 'erasures', spareErasures(clearing))
  await moveAside(
    clearing,
    'lists',
    each(names.flatMap((name) => [copyPaths(name).content, copyPaths(name).rows])),
  )
  return files
}

/**
 * Yields the objects that name only erasures from before the oldest copy that is kept, but not the newest of them, from which the next one
 * goes on.
 */
async function* spareErasures({ place, kept }: Clearing): AsyncGenerator<string> {
  const needed = copyTime([...kept].sort()[0] ?? '').getTime() - SPARE_MS
  for (const { path, until } of (await listErased(place)).slice(0, -1))
    if (until.getTime() < needed) yield path
}

async function* each(values: string[]): AsyncGenerator<string> {
  yield* values
}

/** Notes what will be moved in an object of the place, for `removeOld`; then moves it. Returns how many were there. */
async function moveAside(
  { place, now, signal }: Clearing,
  part: string,
  paths: AsyncIterable<string>,
): Promise<number> {
  const note = `${PRUNED}${copyName(now)}-${part}`
  const lines = async function* () {
    for await (const path of paths) yield Buffer.from(`${path}\n`)
  }
  await place.put(note, lines())
  let moved = 0
  for await (const path of linesOf(await place.open(note))) {
    signal.throwIfAborted()
    try {
      await place.quarantine.add(path)
      moved += 1
    } catch (error) {
      // An interrupted clearing moved it; or another file is aside under this path, and both stay.
      if (!(error instanceof ObjectMissingError || error instanceof ObjectDiffersError)) throw error
    }
  }
  return moved
}

/** Removes for good what has been aside for 30 days, unless a copy that is kept names it and has it nowhere else. */
async function removeOld({ place, kept, now, signal }: Clearing): Promise<number> {
  let removed = 0
  for await (const { path: note } of place.list(PRUNED)) {
    const at = copyTime(note.slice(PRUNED.length, PRUNED.length + copyName(now).length))
    if (!(at.getTime() <= now.getTime() - ASIDE_DAYS * dayMs)) continue
    const paths = linesOf(await place.open(note))
    const sorted = note.endsWith('-content')
    const spare = sorted ? without(paths, merged(kept.map((name) => contentOf(place, name)))) : paths
    for await (const path of spare) {
      signal.throwIfAborted()
      await place.quarantine.remove(path)
      removed += 1
    }
    await place.remove(note)
  }
  return removed
}
