import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { isOf } from './converted.ts'
import { fileRoom, forgetIn } from './file-room.ts'
import { type FromWorker, RenderError, type Request, type Room, StarvedError } from './messages.ts'
import { end, endedBy, isReady, keepAlive, ask as sendTo, startWorker } from './worker-process.ts'

type Options = {
  logger: Logger
  /** The maximum number of workers. Each is started on first use. */
  workers: number
  /** Time that a worker stays after its last task. */
  idleMs: number
  /** The longest one task may run. */
  timeoutMs: number
  /** The most memory the PDF engine of a large worker may take, in MiB; its heap may take as much again. */
  memoryMb: number
}

/** Time that an abandoned task may continue, because ending a worker costs more than a short task. */
const abandonedMs = 500
/** Limit of any worker's memory. A page of 400 dots an inch needs up to 105 MiB of the PDF engine. */
const small: Room = { memoryMb: 128, atOnceMb: 64 }
/**
 * A worker that has taken more MiB than this, besides the files that it holds, is replaced: its PDF engine never gives memory back, and
 * its heap hardly does while it works. One that has just started takes some 110.
 */
const grownMb = 200

export type Slot = {
  worker: ChildProcess | undefined
  room: Room
  /** The files that it should hold, and their bytes, the one used last at the end; it may have dropped some, and then says so. */
  held: Map<string, number>
  /** The file that it is at work on. */
  at: string | undefined
  /** Settles when the worker that was here before has ended. */
  ended: Promise<unknown>
  idle: NodeJS.Timeout | undefined
}

/** A worker for one task. */
export type Lease = {
  holds(id: string): boolean
  /** Sends one request to the worker; a worker that fails is replaced. @throws RenderError */
  ask(request: Request, signal: AbortSignal | undefined): Promise<FromWorker>
  drop(id: string): void
}

/** The worker processes, each with its own files. */
export function workerPool({ logger, workers, idleMs, timeoutMs, memoryMb }: Options) {
  const smallest = { ...small, memoryMb: Math.min(small.memoryMb, memoryMb) }
  const slots = Array.from(
    { length: workers },
    (): Slot => ({
      worker: undefined,
      room: smallest,
      held: new Map(),
      at: undefined,
      ended: Promise.resolve(),
      idle: undefined,
    }),
  )
  const files = fileRoom(slots)
  const free = new Set(slots)
  const waiting: ((slot: Slot) => void)[] = []
  const tasks = new Set<Promise<unknown>>()
  let closed = false

  async function start(slot: Slot): Promise<ChildProcess> {
    // The memory of two is not there.
    await slot.ended
    const started = startWorker({ ...slot.room, timeoutMs })
    // Notice an end between tasks; `ask` notices one during a task.
    started.on('error', () => retire(slot, started))
    const about = { memoryMb: slot.room.memoryMb }
    logger.debug(about, 'rendering worker started')
    started.on('exit', () => {
      retire(slot, started)
      logger.debug(about, 'rendering worker ended')
    })
    await isReady(started)
    return started
  }

  function retire(slot: Slot, retired = slot.worker): void {
    if (slot.worker === retired) {
      slot.worker = undefined
      slot.held.clear()
    }
    const before = slot.ended
    if (retired) slot.ended = end(retired).then(() => before)
  }

  /** Ends the worker; the next one there may take this much. */
  async function resize(slot: Slot, room: Room): Promise<void> {
    clearTimeout(slot.idle)
    retire(slot)
    await slot.ended
    slot.room = room
  }

  async function ask(slot: Slot, request: Request, signal: AbortSignal | undefined): Promise<FromWorker> {
    if (closed) throw new RenderError('timeout', 'the renderer is closed')
    if (signal?.aborted) throw new RenderError('abandoned')
    clearTimeout(slot.idle)
    const worker = slot.worker ?? (await start(slot))
    slot.worker = worker
    // An idle worker does not keep the process alive, a working one does.
    keepAlive(worker, true)
    const over = new AbortController()
    const abandoned = new AbortController()
    let grace: NodeJS.Timeout | undefined
    const leave = () => {
      grace = setTimeout(() => abandoned.abort(), abandonedMs)
    }
    // It may have fired while the worker was starting.
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    const ended = AbortSignal.any([over.signal, abandoned.signal, AbortSignal.timeout(timeoutMs)])
    try {
      const message = once(worker, 'message', { signal: ended })
      const exit = once(worker, 'exit', { signal: ended }).then(([code, signal]) => {
        throw endedBy(code, signal)
      })
      const answer = Promise.race([message, exit])
      sendTo(worker, request)
      const [reply] = (await answer) as [FromWorker]
      if ('failed' in reply && reply.failed.broken)
        throw reply.failed.starved
          ? new StarvedError(reply.failed.message)
          : new RenderError(reply.failed.code, reply.failed.message)
      if ('output' in reply && holding(request)) hold(slot, request)
      if ('output' in reply && reply.memoryMb > grownMb + heldMb(slot)) retire(slot, worker)
      return reply
    } catch (error) {
      retire(slot, worker)
      const fault = abandoned.signal.aborted ? new RenderError('abandoned') : faultOf(error)
      const usual = fault.code === 'abandoned' || (fault instanceof StarvedError && slot.room === smallest)
      logger[usual ? 'debug' : 'warn'](
        { code: fault.code, reason: fault.message, task: request.task },
        'rendering worker replaced',
      )
      throw fault
    } finally {
      signal?.removeEventListener('abort', leave)
      clearTimeout(grace)
      over.abort()
      keepAlive(worker, false)
      slot.idle = setTimeout(() => retire(slot), idleMs).unref()
    }
  }

  /** The free worker that holds the file, or else one that is started already, or else any; for a large one, none before all. */
  function choose(id: string, large: boolean): Slot | undefined {
    const all = [...free]
    if (large) return all.find(({ worker }) => !worker) ?? all[0]
    return all.find(({ held }) => held.has(id)) ?? all.find(({ worker }) => worker) ?? all[0]
  }

  async function withWorker<T>(id: string, large: boolean, work: (lease: Lease) => Promise<T>): Promise<T> {
    const found = choose(id, large)
    if (found) free.delete(found)
    const slot = found ?? (await new Promise<Slot>((resolve) => waiting.push(resolve)))
    if (large) await resize(slot, { memoryMb })
    slot.at = id
    try {
      return await work({
        holds: (file) => slot.held.has(file),
        ask: (request, signal) => ask(slot, request, signal),
        drop: (file) => slot.held.delete(file),
      })
    } finally {
      slot.at = undefined
      if (large) await resize(slot, smallest)
      files.changed()
      // The worker passes to the next in line without becoming free.
      const next = waiting.shift()
      if (next) next(slot)
      else free.add(slot)
    }
  }

  return {
    /** Tells whether any worker holds the file. */
    holds: (id: string): boolean => slots.some(({ held }) => held.has(id)),

    room: files,

    /**
     * Runs with exclusive use of a worker: the one that holds the file, unless it is busy and another is free. A `large` one is
     * started for this task, may take more memory, and has ended when this settles.
     */
    with<T>(id: string, large: boolean, work: (lease: Lease) => Promise<T>): Promise<T> {
      const task = withWorker(id, large, work)
      const settled = task.catch(() => undefined).finally(() => tasks.delete(settled))
      tasks.add(settled)
      return task
    },

    forget(id: string): void {
      for (const slot of slots)
        for (const held of [id, ...slot.held.keys()]) if (isOf(id, held)) forgetIn(slot, held)
    },

    async close(): Promise<void> {
      closed = true
      await Promise.all(slots.map(({ worker }) => worker && end(worker)))
      // Tasks that wait fail at once; a worker that was just starting ends with the last of them.
      while (tasks.size > 0) await Promise.all(tasks)
      for (const slot of slots) {
        retire(slot)
        clearTimeout(slot.idle)
      }
    },
  }
}

/** Notes that the worker holds the file, as the one used last. */
function hold({ held }: Slot, { id, bytes }: Request): void {
  const size = bytes?.length ?? held.get(id) ?? 0
  held.delete(id)
  held.set(id, size)
}

const heldMb = ({ held }: Slot): number => [...held.values()].reduce((a, b) => a + b, 0) / 1_048_576

/** Tells whether the worker holds the file from then on. */
const holding = ({ task }: Request): boolean =>
  !['mark', 'convert', 'attachments', 'attachment'].includes(task)

function faultOf(error: unknown): RenderError {
  if (error instanceof RenderError) return error
  const { name, message } = error as Error
  if (name === 'AbortError' || name === 'TimeoutError') return new RenderError('timeout')
  return new RenderError('unreadable', message)
}
