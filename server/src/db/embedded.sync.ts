import fs from 'node:fs'
import path from 'node:path'
import type { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncPath } from './embedded.files.ts'
import type { Watchdog } from './watchdog.ts'

/** Numbers of syncs since the folder was opened; the durability test asserts them. */
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
    realPath(node: object): string
    node_ops: {
      mknod(parent: object, ...call: unknown[]): object
      rename(node: object, to: object, name: string): void
    }
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
 * Returns PGlite's file system with a sync that reaches the disk. A file that is synced has its name on the disk as well, which PostgreSQL
 * expects of a file system and POSIX does not promise.
 *
 * @param ended called when PostgreSQL has aborted for good, inside its call: must not return
 */
export function durable(
  Base: typeof NodeFS,
  syncs: SyncCounts,
  watchdog: Watchdog | undefined,
  ended: (why: string) => never,
) {
  /** Folders whose names have changed since they were synced. */
  const changed = new Set<string>()
  const syncNames = (folder: string) => {
    // The name is taken off before the sync: one that comes meanwhile needs another sync.
    changed.delete(folder)
    syncPath(folder)
    syncs.directories++
  }
  const sync = (nodeFs: Emscripten['NODEFS'], stream: Stream) => {
    const fd = stream.nfd
    const name = nodeFs.realPath(stream.node)
    if (typeof fd === 'number' && !fs.fstatSync(fd).isDirectory()) {
      fs.fdatasyncSync(fd)
      syncs.files++
      for (let folder = path.dirname(name); changed.has(folder); folder = path.dirname(folder))
        syncNames(folder)
    } else {
      syncNames(name)
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
        const { mknod, rename } = nodeFs.node_ops
        nodeFs.node_ops.mknod = (parent, ...call) => {
          changed.add(nodeFs.realPath(parent))
          return mknod(parent, ...call)
        }
        nodeFs.node_ops.rename = (node, to, name) => {
          changed.add(path.dirname(nodeFs.realPath(node))).add(nodeFs.realPath(to))
          rename(node, to, name)
        }
        // The engine would otherwise loop for ever.
        module.onAbort = () => ended(last || 'it met a fault that it cannot go on from')
      }
      return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } }
    }
  }
}
