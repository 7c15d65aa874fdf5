import fs from 'node:fs'
import type { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncPath } from './embedded.files.ts'
import type { Watchdog } from './watchdog.ts'

/** How many syncs there were since the folder was opened; the durability test asserts them. */
export interface SyncCounts {
  files: number
  directories: number
}

/** The part of Emscripten's file system used here; PGlite has no types for it. */
interface Stream {
  nfd?: number | null
  node: object
}
type Transfer = (stream: Stream, ...call: unknown[]) => number
interface Emscripten {
  onAbort?: (reason: unknown) => void
  NODEFS: {
    realPath(node: Stream['node']): string
    stream_ops: { fsync?: (stream: Stream) => number; read: Transfer; write: Transfer }
  }
}

const EIO = 29
/** Emscripten's numbers of the errors that a person can do something about. */
const faults: Record<number, string> = {
  19: 'the disk quota is used up',
  22: 'a file would be larger than is allowed',
  [EIO]: 'the disk failed',
  51: 'there is no space left on the disk',
  69: 'the disk is read-only',
}

/**
 * PGlite's file system with a sync that reaches the disk.
 *
 * @param ended called when PostgreSQL has aborted for good, inside its call: must not return
 */
export function durable(
  Base: typeof NodeFS,
  syncs: SyncCounts,
  watchdog: Watchdog | undefined,
  ended: ((why: string) => never) | undefined,
) {
  const sync = (nodeFs: Emscripten['NODEFS'], stream: Stream) => {
    const fd = stream.nfd
    if (typeof fd === 'number' && !fs.fstatSync(fd).isDirectory()) {
      fs.fdatasyncSync(fd)
      syncs.files++
    } else {
      syncPath(nodeFs.realPath(stream.node))
      syncs.directories++
    }
  }

  return class DurableFS extends Base {
    override async init(...[pg, options]: Parameters<InstanceType<typeof NodeFS>['init']>) {
      const { emscriptenOpts } = await super.init(pg, options)
      let last = ''
      const hook = (instance: unknown) => {
        const module = instance as Emscripten
        const nodeFs = module.NODEFS
        const operations = nodeFs.stream_ops
        const { read, write } = operations
        operations.fsync = (stream) => {
          try {
            if (watchdog) watchdog.excuse(() => sync(nodeFs, stream))
            else sync(nodeFs, stream)
            return 0
          } catch {
            last = faults[EIO] ?? ''
            return EIO // PostgreSQL aborts, as it must: what it wrote may be lost
          }
        }
        operations.write = (...call) => {
          try {
            const written = write(...call)
            watchdog?.step()
            return written
          } catch (error) {
            const { errno } = error as { errno?: number }
            last = faults[errno ?? 0] ?? ''
            throw error
          }
        }
        if (watchdog)
          operations.read = (...call) => {
            const count = read(...call)
            watchdog.step()
            return count
          }
        // Without this it would loop for ever.
        if (ended) module.onAbort = () => ended(last || 'it met a fault that it cannot go on from')
      }
      return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } }
    }
  }
}
