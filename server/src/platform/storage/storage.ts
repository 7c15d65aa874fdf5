import type { Readable } from 'node:stream'

/** Store of encrypted content. Paths look like `userId/timestamp.pdf`; an object never changes once it is put. */
export interface Storage {
  /**
   * Stores the whole of `content` at `path`, durably, or nothing at all: when `content` fails or is destroyed, or the
   * process dies, no object appears. Throws ObjectExistsError rather than overwrite. `bytes` is the size stored.
   * When it fails, a `content` that is a Readable is destroyed. `expected`: how many bytes will come, if known; a
   * storage without space for them, or that runs out of space on the way, throws an error with the code ENOSPC.
   */
  put(
    path: string,
    content: AsyncIterable<Buffer> | Readable,
    options?: { expected?: number },
  ): Promise<{ bytes: number }>
  /**
   * Opens the object, also one in the quarantine. Throws ObjectMissingError before the first byte. Aborting `signal`
   * destroys the stream.
   */
  open(path: string, options?: { signal?: AbortSignal }): Promise<Readable>
  /** Removes the object; succeeds also when there is none. */
  remove(path: string): Promise<void>
  /** Tells whether there is an object at the path, outside of the quarantine. */
  has(path: string): Promise<boolean>
  /**
   * Objects whose path begins with `prefix` (all of them without one), in no promised order. Those right in the folder that the
   * prefix names survive a power cut, also if who put them was killed.
   */
  list(prefix?: string): AsyncIterable<StoredObject>
  /** Quarantine of objects without a document; `list` never returns them. */
  quarantine: Quarantine
  /** Parts of unfinished uploads; `list` never returns them. */
  parts: Parts
  /** Tells whether this many bytes more can be stored, as far as that can be known. */
  hasRoomFor(bytes: number): boolean
  /** Reads the id of the deployment that the store belongs to (ADR 7), or null. */
  readMark(): Promise<string | null>
  /** Marks the store durably. An existing mark stays without `replace`. */
  writeMark(id: string, options: { replace: boolean }): Promise<void>
  /** Removes the remains of interrupted uploads and probes to which nothing was written since `before`. */
  removeUnfinished(before: Date): Promise<void>
  /** Throws when the storage cannot be used now. */
  check(): Promise<void>
  /**
   * Writes a small object, reads it back and removes it, the way content is. It is never listed; what a crash leaves of it
   * goes with the remains of uploads. Throws when anything fails or differs.
   */
  probe(): Promise<void>
  /** Says what and where it is, for the operator, without credentials. */
  describe(): string
}

/**
 * Quarantine. If a process dies during a move, or two move at once, the object is in both places, but never in neither. So an object that
 * is returned also stays in the quarantine until `remove`.
 */
export interface Quarantine {
  /** Moves an object here. Its content is complete here before it is removed there. Throws ObjectMissingError. */
  add(path: string): Promise<void>
  /** Returns an object to its path, unless there is one. Throws ObjectMissingError. */
  restore(path: string): Promise<void>
  /** Removes the object from the quarantine; succeeds also when there is none. */
  remove(path: string): Promise<void>
  /** Lists the objects. `modifiedAt` is when it was stored or when it was moved, as the store has it. */
  list(): AsyncIterable<StoredObject>
}

/** Parts of unfinished uploads (ADR 34), under plain names. The calls do what those of the same names in Storage do. */
export interface Parts extends Pick<Storage, 'put' | 'open' | 'remove' | 'list'> {}

export interface StoredObject {
  path: string
  bytes: number
  modifiedAt: Date
}

/** Error: there is no object at the path. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError'
  constructor(path: string, options?: ErrorOptions) {
    super(`Nothing is stored at ${path}`, options)
  }
}

/** The quarantine holds other content under the path; both were left as they are. */
export class ObjectDiffersError extends Error {
  override readonly name = 'ObjectDiffersError'
  constructor(path: string, options?: ErrorOptions) {
    super(`What is stored at ${path} differs from what is in the quarantine`, options)
  }
}

/** Error: there is already an object at the path; it was left as it is. */
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

// The names below start with a dot, which no path may, so that none is mistaken for an object.
/** The file (or key) that holds the mark. */
export const MARK = '.deployment'
/** The prefix of the quarantine's paths in the store. */
export const QUARANTINE = '.quarantine/'
/** The prefix of parts of unfinished uploads. */
export const PARTS = '.uploads/'
// Names that are safe on every file system and in every address: no dot first, so no `..` and no hidden file.
const PATH = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,7}$/

/** Tells whether `path` is one to eight plain names joined by slashes. */
export const isPath = (path: string): boolean => PATH.test(path)

/** Throws ObjectPathError unless isPath. */
export function checkPath(path: string): void {
  if (!isPath(path)) throw new ObjectPathError()
}
