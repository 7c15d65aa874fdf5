import type { Readable } from 'node:stream'

/** Where encrypted content lies. Paths look like `userId/timestamp.pdf`; an object never changes once it is put. */
export interface Storage {
  /**
   * Stores the whole of `content` at `path`, durably, or nothing at all: when `content` fails or is destroyed, or the
   * process dies, no object appears. Throws ObjectExistsError rather than overwrite. `bytes` is the size stored.
   * When it fails, a `content` that is a Readable is destroyed.
   */
  put(path: string, content: AsyncIterable<Buffer> | Readable): Promise<{ bytes: number }>
  /** Throws ObjectMissingError before the first byte. Aborting `signal` destroys the stream. */
  open(path: string, options?: { signal?: AbortSignal }): Promise<Readable>
  /** Removes the object; succeeds also when there is none. */
  remove(path: string): Promise<void>
  /** Objects whose path begins with `prefix` (all of them without one), in no promised order. */
  list(prefix?: string): AsyncIterable<StoredObject>
  /** Throws when the storage cannot be used now. */
  check(): Promise<void>
  /** What and where it is, for the operator, without credentials. */
  describe(): string
}

export interface StoredObject {
  path: string
  bytes: number
  modifiedAt: Date
}

/** There is no object at the path. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError'
  constructor(path: string, options?: ErrorOptions) {
    super(`Nothing is stored at ${path}`, options)
  }
}

/** There is already an object at the path; it was left as it is. */
export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExistsError'
  constructor(path: string, options?: ErrorOptions) {
    super(`Something is already stored at ${path}`, options)
  }
}

/** The path is not one that the storage accepts. */
export class ObjectPathError extends Error {
  override readonly name = 'ObjectPathError'
  constructor() {
    super('The storage path is not valid')
  }
}

// Names that are safe on every file system and in every address: no dot first, so no `..` and no hidden file.
const PATH = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,7}$/

/** Whether `path` is one to eight plain names joined by slashes. */
export const isPath = (path: string): boolean => PATH.test(path)

/** Throws ObjectPathError unless isPath. */
export function checkPath(path: string): void {
  if (!isPath(path)) throw new ObjectPathError()
}
