import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applied, type Change, type Entry, type File, type Folder } from './disk.ts'

const BLOCK = 4096
const SECTOR = 512

/** Draws numbers in [0, 1) that a seed always gives in the same order (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Ways in which a power cut treats what was not synced. */
export const ways = {
  /** Fate: all of it is lost. */
  lost: { names: 0, content: 0, unit: BLOCK },
  /** Fate: all of it is there, as after a kill. */
  kept: { names: 1, content: 1, unit: BLOCK },
  'names lost': { names: 0, content: 1, unit: BLOCK },
  /** Names of files whose content is lost. */
  'content lost': { names: 1, content: 0, unit: BLOCK },
  /** Fate: each name and each block has some later or earlier state. */
  'in part': { names: 0.5, content: 0.5, unit: BLOCK },
  /** Names in the order in which they were made, up to some moment. */
  'in order': { names: 'in order', content: 0.5, unit: BLOCK },
  torn: { names: 0.7, content: 0.6, unit: SECTOR },
} as const
export type Way = keyof typeof ways

/** Draws how many of `count` changes have come: all with this chance, none with the rest, or some of them. */
const howMany = (random: () => number, count: number, chance: number): number => {
  if (chance === 0 || chance === 1) return chance * count
  const one = random()
  if (one < 0.4) return random() < chance ? count : 0
  return Math.floor(random() * (count + 1))
}

/** Returns the content of a file after a cut: of each unit an earlier or later version, of the size that some of the changes gave it. */
function contentOf(
  { durable, pending }: File,
  random: () => number,
  { content, unit }: { content: number; unit: number },
): Buffer {
  if (pending.length === 0) return durable
  if (content === 1) return applied(Buffer.from(durable), pending)
  const sized = pending.slice(0, howMany(random, pending.length, content))
  let size = durable.length
  for (const one of sized) size = 'size' in one ? one.size : Math.max(size, one.at + one.data.length)
  const made = Buffer.alloc(size)
  durable.copy(made, 0, 0, Math.min(size, durable.length))
  const touching = new Map<number, Change[]>()
  for (const one of pending) {
    if ('size' in one) continue
    for (let at = Math.floor(one.at / unit); at * unit < one.at + one.data.length; at++)
      touching.set(at, [...(touching.get(at) ?? []), one])
  }
  for (const [at, changes] of touching) {
    for (const one of changes.slice(0, howMany(random, changes.length, content))) {
      if ('size' in one) continue
      const from = Math.max(at * unit, one.at)
      const to = Math.min((at + 1) * unit, one.at + one.data.length, size)
      if (to > from) one.data.copy(made, from, from - one.at, to - one.at)
    }
  }
  return made
}

/** Returns the names of a folder after a cut. */
function namesOf(
  { durable, pending }: Folder,
  random: () => number,
  chance: number | 'in order',
  until: number,
) {
  const names = new Map(durable)
  // Changes of one name come in their order, so a renaming takes what was done before to both of its names with it.
  const failed = new Set<string>()
  for (const { seq, names: changed } of pending) {
    const comes =
      chance === 'in order'
        ? seq <= until
        : changed.every(([name]) => !failed.has(name)) && (chance === 1 || random() < chance)
    if (!comes) for (const [name] of changed) failed.add(name)
    else
      for (const [name, entry] of changed)
        if (entry) names.set(name, entry)
        else names.delete(name)
  }
  return names
}

/** Writes what a power cut may leave of a disk into a new folder. The same disk, way and seed give the same. */
export function writeState(top: Folder, to: string, way: Way, seed: number): void {
  const random = numbers(seed)
  const { names: chance, content, unit } = ways[way]
  const seqs: number[] = []
  const gather = (folder: Folder): void => {
    seqs.push(...folder.pending.map(({ seq }) => seq))
    for (const entry of folder.now.values()) if (entry.kind === 'folder') gather(entry)
  }
  gather(top)
  const until = seqs.sort((a, b) => a - b)[Math.floor(random() * seqs.length)] ?? 0
  const written = new Map<Entry, string>()
  const write = (folder: Folder, at: string): void => {
    mkdirSync(at, { recursive: true, mode: 0o700 })
    for (const [name, entry] of namesOf(folder, random, chance, until)) {
      const path = join(at, name)
      const same = written.get(entry)
      if (entry.kind === 'folder') write(entry, path)
      else if (same) linkSync(same, path)
      else writeFileSync(path, contentOf(entry, random, { content, unit }), { mode: 0o600 })
      written.set(entry, path)
    }
  }
  write(top, to)
}
