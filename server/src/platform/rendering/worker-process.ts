import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  contentPipe,
  RenderError,
  type Request,
  StarvedError,
  type ToWorker,
  type WorkerOptions,
} from './messages.ts'

// The worker is beside this file in the sources; the bundle has it as an entry.
const workerFile = import.meta.url.endsWith('.ts') ? './worker.ts' : './rendering-worker.js'
/** Milliseconds that a worker has to start. */
const startMs = 30_000
/** Variables that a worker gets of the server's: those of the C library and of fonts, and the few that a system needs. No secrets. */
const passedOn = /^(MALLOC_\w+|FONTCONFIG_\w+|HOME|LD_LIBRARY_PATH|TMPDIR|SystemRoot)$/

/**
 * Starts a worker: a process, so that its memory goes back to the system with it, and what ends it ends nothing else. It ends by itself
 * when this process has ended.
 */
export function startWorker(options: WorkerOptions): ChildProcess {
  const started = fork(fileURLToPath(new URL(workerFile, import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${options.memoryMb}`, '--expose-gc'],
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
      // Code that Node has compiled for the worker before: half of its start.
      NODE_COMPILE_CACHE: getCompileCacheDir(),
      RENDERING_WORKER: JSON.stringify(options),
    },
    // V8 writes there what it holds when its heap is full.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
  })
  // That a worker has ended is noticed by its end.
  contentsOf(started)?.on('error', () => undefined)
  return started
}

/** Waits until a worker has started. @throws Error where it does not */
export async function isReady(worker: ChildProcess): Promise<void> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(startMs)])
  const ended = once(worker, 'exit', { signal }).then(([code, how]) => {
    throw endedBy(code, how)
  })
  try {
    await Promise.race([once(worker, 'message', { signal }), ended])
  } catch (cause) {
    await end(worker)
    throw new Error('the rendering worker did not start', { cause })
  } finally {
    over.abort()
  }
}

/** The pipe for contents; none where the worker could not be started. */
const contentsOf = (worker: ChildProcess) => worker.stdio[contentPipe] as Socket | null | undefined

/** Sends a request with the bytes that it brings; that a worker has ended is noticed by its end, not here. */
export function ask(worker: ChildProcess, { bytes, ...asked }: Request): void {
  send(worker, { ...asked, size: bytes?.length } as ToWorker)
  if (bytes) contentsOf(worker)?.write(bytes)
}

/** Has a worker let go of a file. */
export const forget = (worker: ChildProcess, id: string): void => send(worker, { task: 'forget', id })

function send(worker: ChildProcess, message: ToWorker): void {
  worker.send(message, () => undefined)
}

/** State: this process waits for the worker. */
export function keepAlive(worker: ChildProcess, alive: boolean): void {
  const change = alive ? 'ref' : 'unref'
  worker[change]()
  worker.channel?.[change]()
  contentsOf(worker)?.[change]()
}

/** Ends a worker, whatever it does. */
export async function end(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null || worker.pid === undefined) return
  const ended = once(worker, 'exit')
  // An idle worker keeps nothing alive, but who ends it waits.
  keepAlive(worker, true)
  worker.kill('SIGKILL')
  await ended
}

/** Why a worker ended that nobody has ended. V8 aborts when its heap is full; the system kills where memory runs out, so that another try may work. */
export function endedBy(code: number | null, signal: string | null): RenderError {
  if (signal === 'SIGABRT' || code === 134) return new StarvedError('the heap of the worker was full')
  return new RenderError(
    signal === 'SIGKILL' ? 'timeout' : 'unreadable',
    `the worker ended (${signal ?? code})`,
  )
}
