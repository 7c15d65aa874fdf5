import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes that this process can still write on the disk of `folder`. */
export type MeasureRoom = (folder: string) => number

/** Milliseconds that a measurement counts; one takes a few microseconds. */
const FRESH_MS = 200
/** A file system with almost no free inodes is full too. Some have no fixed number of inodes and report 0. */
const FILES = 500

const MB = 1024 * 1024
/** Reserved for the database: its log grows by 16 MB at a time, and running transactions must be able to finish. */
export const DATABASE_RESERVE = 64 * MB
/** Bytes that uploads leave free: more, so that readings, which write an audit event, still work when uploads are refused. */
export const DOCUMENTS_RESERVE = 128 * MB

export const measureRoom: MeasureRoom = (folder) => {
  // A folder that does not exist yet will be on its parent's disk.
  const there = existsSync(folder) ? folder : dirname(folder)
  const { bavail, bsize, files, ffree } = statfsSync(there)
  return files > 0 && ffree < FILES ? 0 : bavail * bsize
}

/** Error for too little space; nothing was written. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
  readonly code = 'ENOSPC'
}

export interface Room {
  /** Tells whether more space is free than the reserve and the announced bytes. */
  enough(): boolean
  /**
   * Announces that `bytes` will be written. `written` reports how many have been so far, `end` that no more will follow.
   * Both `announce` and `written` throw NoRoomError when there is not enough space.
   */
  announce(bytes: number): { written(bytes: number): void; end(): void }
}

/** Keeps `reserve` bytes free on the disk of `folder`. */
export function keepRoom(folder: string, reserve: number, measure: MeasureRoom = measureRoom): Room {
  let measuredAt = Number.NEGATIVE_INFINITY
  let free = 0
  const announced = new Set<{ bytes: number }>()

  const enough = () => {
    const now = performance.now()
    if (now - measuredAt > FRESH_MS) {
      free = measure(folder)
      measuredAt = now
    }
    let coming = 0
    for (const { bytes } of announced) coming += bytes
    return free - coming >= reserve
  }

  return {
    enough,
    announce(bytes) {
      const announcement = { bytes }
      const refuse = () => {
        if (enough()) return
        announced.delete(announcement)
        throw new NoRoomError(`There is no space left in ${folder}`)
      }
      announced.add(announcement)
      refuse()
      return {
        written(now) {
          announcement.bytes = Math.max(0, bytes - now)
          refuse()
        },
        end: () => void announced.delete(announcement),
      }
    },
  }
}
