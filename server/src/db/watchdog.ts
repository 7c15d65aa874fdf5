import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'

// In the sources the worker is beside this file; the bundle has it as an entry of its own.
const workerFile = import.meta.url.endsWith('.ts') ? './watchdog.worker.ts' : './database-watchdog.js'

/** No database that works is still for so long: on a slow machine too it reads or writes now and then. */
const PATIENCE_SECONDS = 120
const ASK_EVERY_MS = 5_000

/** What main thread and watchdog share: a number that changes with every step, and whether a stillness is excused. */
export const STEPS = 0
export const EXCUSED = 1
export const STOP = 2

export interface Watchdog {
  /** The database did something: answered, or read or wrote a file. */
  step(): void
  /** Runs a call of the operating system that may take as long as the disk does. */
  patiently<T>(call: () => T): T
  stop(): Promise<void>
}

/**
 * Ends this process when the embedded database is still for two minutes: it shares the thread of the server, so that
 * neither a request nor SIGTERM would be answered any more. Everything acknowledged is on the disk. Time in which the whole
 * machine sleeps does not count, nor does time in a debugger or in one single sync of the disk.
 *
 * @param ask asks the database something small; called when nobody else does
 */
export function startWatchdog(ask: () => Promise<unknown>, patienceSeconds = PATIENCE_SECONDS): Watchdog {
  const shared = new Int32Array(new SharedArrayBuffer(12))
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    workerData: { shared, patienceSeconds },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    execArgv: [],
  })
  worker.unref()
  const step = () => void Atomics.add(shared, STEPS, 1)
  let debugged = 0
  let asking = false
  const timer = setInterval(() => {
    debugged = inspector.url() === undefined ? 0 : 1
    Atomics.store(shared, EXCUSED, debugged)
    if (asking) return
    asking = true
    ask()
      .then(step, step)
      .finally(() => {
        asking = false
      })
  }, ASK_EVERY_MS).unref()

  return {
    step,
    patiently(call) {
      Atomics.store(shared, EXCUSED, 1)
      try {
        return call()
      } finally {
        Atomics.store(shared, EXCUSED, debugged)
        step()
      }
    },
    async stop() {
      clearInterval(timer)
      Atomics.store(shared, STOP, 1)
      Atomics.notify(shared, STOP)
      await worker.terminate()
    },
  }
}
