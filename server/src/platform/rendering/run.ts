import type { Asker } from '../queue.ts'
import type { OpenedFile, openFiles } from './converted.ts'
import { type FromWorker, RenderError, type Request, type TaskName, type Tasks } from './messages.ts'
import type { Lease, workerPool } from './pool.ts'

/**
 * A stored file. `bytes` gives its plain content (`size` bytes, at most 100 MiB) and is called only when no worker holds it.
 * `asker` is who waits, for the fair queue. What is opened with a password has an id of its own, which begins with that of the file and a space, so
 * that nobody gets its pages without the password.
 */
export type Source = {
  id: string
  fileType: string
  size: number
  bytes: () => Promise<Buffer>
  password?: string | undefined
  asker?: Asker
}

/** A source for one piece of work; `large`: in a worker of its own that may take more memory. */
export type Work = Source & { large: boolean }

/** Runs tasks on the workers, which are brought the files that they do not hold. */
export function taskRunner({
  pool,
  files,
}: {
  pool: ReturnType<typeof workerPool>
  files: ReturnType<typeof openFiles>
}) {
  /** Files on their way to a worker. */
  const opening = new Map<string, Promise<void>>()

  return async function run<Name extends TaskName>(
    source: Work,
    task: Name,
    input: Tasks[Name]['input'],
    signal = source.asker?.signal,
  ): Promise<Tasks[Name]['output']> {
    const { id, size, large, password } = source
    // A large worker holds nothing yet.
    let held = !large
    // Retries: the worker may have dropped the file, or have been replaced, while the task waited.
    for (let attempt = 0; attempt < 3; attempt++) {
      while (held && !pool.holds(id) && opening.has(id)) await opening.get(id)
      const reply = held && pool.holds(id) ? await pool.with(id, false, send) : await open()
      if ('output' in reply) return reply.output as Tasks[Name]['output']
      held = false
    }
    throw new RenderError('timeout', 'the file could not be kept')

    /** Reads the file and sends it with the task; other tasks for the file wait until the worker holds it. */
    async function open(): Promise<FromWorker> {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (!large) opening.set(id, promise)
      let leave = () => {}
      try {
        leave = await pool.room.wait(size, signal)
        const file = await files.open(source, signal)
        return await pool.with(id, large, (lease) => ask(lease, file))
      } finally {
        leave()
        if (!large) opening.delete(id)
        resolve()
      }
    }

    async function send(lease: Lease): Promise<FromWorker> {
      if (lease.holds(id)) return ask(lease, nothing)
      // A task that has a worker must not wait for room: it would keep the worker from others.
      const leave = pool.room.take(size)
      if (!leave) return { again: 'missing' }
      try {
        return await ask(lease, await files.open(source, signal, lease))
      } finally {
        leave()
      }
    }

    async function ask(lease: Lease, brought: OpenedFile | typeof nothing): Promise<FromWorker> {
      const file = lease.holds(id) ? nothing : brought
      const reply = await lease.ask({ task, input, id, password, ...file } as Request, signal)
      if ('failed' in reply) throw new RenderError(reply.failed.code, reply.failed.message)
      if ('again' in reply) lease.drop(id)
      return reply
    }
  }
}

/** Bytes sent with a task whose file the worker holds already: none. */
const nothing = { fileType: '', bytes: undefined }
