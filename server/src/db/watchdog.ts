import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'

// The worker is beside this file in the sources; the bundle has it as an entry.
const workerFile = import.meta.url.endsWith('.ts') ? './watchdog.worker.ts' : './database-watchdog.js'

/** Seconds for which a working database is never idle: it reads or writes now and then, also on a slow machine. */
const TIMEOUT_SECONDS = 120
const ASK_EVERY_MS = 5_000

/** Places of what main thread and watchdog share: a number that changes with every step, and whether standing still is excused. */
export const STEPS = 0
export const EXCUSED = 1
export const STOP = 2

export interface Watchdog {
  /** Notes that the database did something: answered, or read or wrote a file. */
  step(): void
  /** Runs a system call that may take as long as the disk needs. */
  excuse<T>(call: () => T): T
  stop(): Promise<void>
}

/**
 * Ends this process when the embedded database does nothing for two minutes: it shares the server's thread, so neither
 * requests nor SIGTERM would be handled. Everything acknowledged is on the disk. Sleep of the machine, time in a debugger
 * and time in a single disk sync do not count.
 *
 * @param ask sends the database a small query, every few seconds
 */
export function startWatchdog(ask: () => Promise<unknown>, timeoutSeconds = TIMEOUT_SECONDS): Watchdog {
  const shared = new Int32Array(new SharedArrayBuffer(12))
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    workerData: { shared, timeoutSeconds },
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
    excuse(call) {
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
