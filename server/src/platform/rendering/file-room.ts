import { RenderError } from './messages.ts'
import type { Slot } from './pool.ts'
import { forget } from './worker-process.ts'

/** Bytes of files in all workers and on their way there, for each worker, and at least: a file may have 100 MiB. */
const bytesEach = 64 * 1024 * 1024
const bytesLeast = 128 * 1024 * 1024

/** The memory for files. Those that no task needs make way; the others are there for the length of a task. */
export function fileRoom(slots: Slot[]) {
  const most = Math.max(bytesLeast, slots.length * bytesEach)
  let coming = 0
  let change = Promise.withResolvers<void>()

  const held = (): number => slots.flatMap((slot) => [...slot.held.values()]).reduce((a, b) => a + b, 0)

  function makeWay(bytes: number): boolean {
    for (const slot of slots)
      for (const id of slot.held.keys()) {
        if (held() + coming + bytes <= most) return true
        if (id !== slot.at) forgetIn(slot, id)
      }
    return held() + coming + bytes <= most
  }

  /** Tells those who wait that a task or the bringing of a file has ended. */
  function changed(): void {
    change.resolve()
    change = Promise.withResolvers()
  }

  /** Room for a file on its way, until what is returned is called; undefined when there is none now. */
  function take(bytes: number): (() => void) | undefined {
    if (!makeWay(bytes)) return undefined
    coming += bytes
    return () => {
      coming -= bytes
      changed()
    }
  }

  return {
    take,
    changed,
    /** The same, once there is room. @throws RenderError abandoned */
    async wait(bytes: number, signal: AbortSignal | undefined): Promise<() => void> {
      for (;;) {
        const leave = take(bytes)
        if (leave) return leave
        await change.promise
        if (signal?.aborted) throw new RenderError('abandoned')
      }
    },
  }
}

/** The worker lets go of the file. */
export function forgetIn({ held, worker }: Slot, id: string): void {
  held.delete(id)
  if (worker) forget(worker, id)
}
