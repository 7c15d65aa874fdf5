import type { Details } from '@deedbox/contract/document-details.ts'
import { Refusal, StartFault } from '../../platform/errors.ts'
import { type Importing, importFile, type Needs, type Outcome } from './import-file.ts'
import type { Missing, Planned } from './plan.ts'

/** `missing`: the CSV file names it, but it is not there. `stopped`: a fault that concerns all files ended the import. */
export type Result = {
  path: string
  bytes: number
  details: Details | null
  outcome: Outcome | { is: 'missing'; line: number } | { is: 'stopped'; why: string }
}

export type Summary = Record<Result['outcome']['is'] | 'bytes', number>
export const nothingYet = (): Summary => ({
  imported: 0,
  known: 0,
  copy: 0,
  refused: 0,
  missing: 0,
  stopped: 0,
  bytes: 0,
})

/** Number of files that are stored at once: each mostly waits for its disk. */
const atOnce = 4

/**
 * Imports the planned files, a few at a time, and yields what happened to each as it ends. After `signal`, or after a fault
 * that concerns all files, no other is begun.
 */
export async function* importAll(
  services: Needs,
  importing: Importing,
  planned: readonly Planned[],
  missing: readonly Missing[],
  signal: AbortSignal,
): AsyncGenerator<Result> {
  for (const { line, file } of missing)
    yield { path: file, bytes: 0, details: null, outcome: { is: 'missing', line } }
  const met = new Map<string, string>()
  const running = new Set<Promise<void>>()
  const ended: Result[] = []
  let stopped = false
  const begin = async (one: Planned) => {
    const { file, details } = one
    try {
      const outcome = await importFile(services, importing, one, met)
      ended.push({ path: file.path, bytes: file.bytes, details, outcome })
    } catch (error) {
      stopped = true
      ended.push({ path: file.path, bytes: 0, details, outcome: { is: 'stopped', why: whyOf(error) } })
    }
  }
  for (const one of planned) {
    if (signal.aborted || stopped) break
    const task = begin(one).finally(() => running.delete(task))
    running.add(task)
    if (running.size >= atOnce) await Promise.race(running)
    yield* ended.splice(0)
  }
  await Promise.all(running)
  yield* ended.splice(0)
}

/** Says why an import failed: about a fault that is not known, where it was thrown. */
function whyOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof StartFault) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
