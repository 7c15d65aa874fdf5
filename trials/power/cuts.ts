import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Recorded } from './acts.ts'
import { createDisk } from './disk.ts'
import { placesIn } from './record.ts'
import { numbers, type Way, ways, writeState } from './states.ts'
import { readTrace, type Told } from './trace.ts'

/** A call that has changed the disk, or made a change last; `at` is when it began. */
type Step = { at: number; kind: 'write' | 'sync' | 'name'; what: string }
export type Cuts = { steps: Step[]; ready: number; writes: number; syncs: number; names: number }
/** Part of the cuts that is before the first start is over. */
const EARLY = 0.1
/** Part of the cuts that is right before or after a sync or a change of names. */
const AT_EDGES = 0.7

/** Plays a recording on a disk, process after process; tells each step once it is done. */
async function* play(recording: string) {
  const { root, place, trace } = placesIn(recording)
  const disk = createDisk(root, [place])
  for (let n = 1; existsSync(trace(n)); n++) {
    disk.restart()
    for await (const told of readTrace(trace(n))) {
      const kind = disk.tell(told)
      if (kind) yield { disk, kind, told }
    }
  }
}

/** Reads every step of a recording, after or before which the power may be cut. */
export async function cutsOf(recording: string, { readyAt }: Recorded): Promise<Cuts> {
  const steps: Step[] = []
  for await (const { kind, told } of play(recording))
    steps.push({ at: told.call.begunAt, kind, what: nameOf(told) })
  const count = (kind: Step['kind']) => steps.filter((step) => step.kind === kind).length
  const ready = steps.findIndex(({ at }) => at > readyAt)
  return { steps, ready, writes: count('write'), syncs: count('sync'), names: count('name') }
}

const nameOf = ({ call }: Told): string => call.name

type Chosen = { number: number; after: number; way: Way; seed: number }

/** Chooses a cut: the same seed and number choose the same one of a recording. */
function choose({ steps, ready }: Cuts, number: number, seed: number): Chosen {
  const own = seed * 1_000_003 + number
  const random = numbers(own)
  const isEarly = random() < EARLY
  const [from, to] = isEarly ? [0, ready] : [ready, steps.length]
  let after = from + Math.floor(random() * (to - from))
  if (random() < AT_EDGES) {
    while (after < to - 1 && steps[after]?.kind === 'write') after += 1
    // The cut comes before it, or after it.
    if (random() < 0.5 && after > from) after -= 1
  }
  const all = Object.keys(ways) as Way[]
  return { number, after, way: all[Math.floor(random() * all.length)] ?? 'lost', seed: own }
}

/** Builds the chosen states, each in a folder of its own that whoever takes it removes. */
export async function* statesOf(
  recording: string,
  cuts: Cuts,
  count: number,
  seed: number,
  only: number[] | undefined,
  temporary: () => string,
) {
  const all = Array.from({ length: count }, (_, n) => choose(cuts, n + 1, seed))
  const chosen = all.filter(({ number }) => !only || only.includes(number)).sort((a, b) => a.after - b.after)
  let next = chosen.shift()
  let step = -1
  for await (const { disk } of play(recording)) {
    step += 1
    for (; next?.after === step; next = chosen.shift()) {
      const folder = temporary()
      writeState(disk.top, join(folder, 'disk'), next.way, next.seed)
      const [now, then] = [cuts.steps[step], cuts.steps[step + 1]]
      const about = `after step ${step} of ${cuts.steps.length}, ${now?.what}`
      yield { ...next, folder, about, cutAt: then?.at ?? Number.POSITIVE_INFINITY }
    }
    if (!next) return
  }
}
