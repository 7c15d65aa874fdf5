import type { Note } from './notes.ts'

/** Milliseconds for which notes are kept that a page may have missed before it listened. */
const keptMs = 2 * 60_000
const keptNotes = 2_000
/** A change is announced a little after the data that a page loaded. */
const marginMs = 2_000

/** Keeps the notes that were announced in the last two minutes. */
export function createRecent(now: () => number = () => performance.now()) {
  let kept: { at: number; note: Note }[] = []
  /** Everything announced after this is kept. */
  let from = now()
  const trim = () => {
    const oldest = now() - keptMs
    const young = kept.findIndex(({ at }) => at > oldest)
    const drop = Math.max(young === -1 ? kept.length : young, kept.length - keptNotes)
    from = kept[drop - 1]?.at ?? from
    kept = kept.slice(drop)
  }
  return {
    add(note: Note): void {
      kept.push({ at: now(), note })
      if (kept.length > 2 * keptNotes) trim()
    },
    /** Returns the notes of the last `age` milliseconds; undefined when not all of them are known. */
    since(age: number): Note[] | undefined {
      trim()
      const start = now() - age - marginMs
      return start < from ? undefined : kept.filter(({ at }) => at >= start).map(({ note }) => note)
    },
    forget(): void {
      kept = []
      from = now()
    },
  }
}
