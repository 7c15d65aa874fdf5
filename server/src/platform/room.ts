import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes that this process may still write where `folder` is. */
export type MeasureRoom = (folder: string) => number

/** How long a measurement counts; one takes a few microseconds. */
const FRESH_MS = 200
/** A file system that has nearly no names left for files is full too. Some have no fixed number of them, and say 0. */
const FILES = 500

const MB = 1024 * 1024
/** What the database may always count on: its log grows by 16 MB at a time, and what has begun must find room to its end. */
export const DATABASE_RESERVE = 64 * MB
/** What uploads leave: more, so that readings, which write an event, go on when uploads are refused. */
export const DOCUMENTS_RESERVE = 128 * MB

export const measureRoom: MeasureRoom = (folder) => {
  // A folder that is still to be made will be where its parent is.
  const there = existsSync(folder) ? folder : dirname(folder)
  const { bavail, bsize, files, ffree } = statfsSync(there)
  return files > 0 && ffree < FILES ? 0 : bavail * bsize
}

/** There is no room to write what was asked; nothing was written. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
  readonly code = 'ENOSPC'
}

export interface Room {
  /** Whether there is more room than the reserve and what is announced. */
  enough(): boolean
  /**
   * Announces that `bytes` are going to be written; `written` says how many of them are by now, `end` that no more will come.
   * Both `announce` and `written` throw NoRoomError when there is not enough room.
   */
  announce(bytes: number): { written(bytes: number): void; end(): void }
}

/** Keeps `reserve` bytes free where `folder` is. */
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
      const mine = { bytes }
      const refuse = () => {
        if (enough()) return
        announced.delete(mine)
        throw new NoRoomError(`There is no room left in ${folder}`)
      }
      announced.add(mine)
      refuse()
      return {
        written(now) {
          mine.bytes = Math.max(0, bytes - now)
          refuse()
        },
        end: () => void announced.delete(mine),
      }
    },
  }
}
