import { access, link, mkdir, rename, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Importing, importFile, type Needs, type Outcome } from './import-file.ts'
import { plan } from './plan.ts'
import { remarkOf } from './report.ts'
import { type FoundFile, walk } from './walk.ts'

const lookEveryMs = 5_000
/** Milliseconds to wait after a fault that concerns all files. */
const waitMs = 30_000
/** Milliseconds without a change after which a file is whole; one without content may still be begun. */
const settledAfterMs = 5_000
const emptySettledMs = 60_000

const doneIn = 'imported'
const refusedIn = 'refused'

type Told = {
  onResult: (path: string, outcome: Outcome) => void
  onFault: (error: unknown) => void
  signal: AbortSignal
  /** Times for tests, in milliseconds. */
  everyMs?: number
  settledMs?: number
}

/**
 * Imports what is put into a folder until `signal`. A file is taken once it no longer changes, and moved only after its
 * commit: to `imported`, or to `refused` with a text beside it. If the process dies in between, the next run finds that it
 * was imported, and moves it.
 */
export async function watchFolder(
  services: Needs,
  importing: Importing,
  { onResult, onFault, signal, everyMs = lookEveryMs, settledMs = settledAfterMs }: Told,
): Promise<void> {
  const { folder } = importing
  const except = [join(folder, doneIn), join(folder, refusedIn)]
  let before = new Map<string, FoundFile>()
  const isWhole = (file: FoundFile) => {
    const last = before.get(file.path)
    const age = Date.now() - file.changedAt
    // A clock of another machine may have set a time in the future: then two looks that agree are enough.
    const old = age < 0 || age >= (file.bytes > 0 ? settledMs : Math.max(settledMs, emptySettledMs))
    return old && last?.bytes === file.bytes && last.changedAt === file.changedAt
  }
  while (!signal.aborted) {
    let wait = everyMs
    try {
      const { files } = await walk(folder, except)
      for (const planned of plan(files.filter(isWhole), []).planned) {
        if (signal.aborted) break
        const outcome = await importFile(services, importing, planned)
        await moveAway(folder, planned.file.path, outcome)
        onResult(planned.file.path, outcome)
      }
      before = new Map(files.map((file) => [file.path, file]))
    } catch (error) {
      onFault(error)
      wait = Math.max(everyMs, everyMs === lookEveryMs ? waitMs : everyMs)
    }
    await pause(wait, undefined, { signal }).catch(() => undefined)
  }
}

async function moveAway(folder: string, path: string, outcome: Outcome): Promise<void> {
  const stored = outcome.is === 'imported' || outcome.is === 'known'
  const place = await moveTo(join(folder, path), join(folder, stored ? doneIn : refusedIn, path))
  if (!stored) await writeFile(`${place}.txt`, `${remarkOf(outcome)}\n`)
}

/** Moves a file; to 'name (2)' where the name is taken, as nothing may be overwritten. */
async function moveTo(from: string, wanted: string): Promise<string> {
  await mkdir(dirname(wanted), { recursive: true })
  for (let number = 1; ; number++) {
    const place = number === 1 ? wanted : wanted.replace(/(\.[^./]+)?$/, ` (${number})$1`)
    try {
      await link(from, place)
      await unlink(from)
      return place
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      // Network shares do not all have hard links.
      const taken = await access(place).then(
        () => true,
        () => false,
      )
      if (taken) continue
      await rename(from, place)
      return place
    }
  }
}
