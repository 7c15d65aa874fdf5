import { NoRoomError } from '../platform/room.ts'

/** Trouble of the database itself that a failed statement shows: `away`, it cannot be reached now; `full`, there is no disk space. */
export type Trouble = 'away' | 'full'

const AWAY_CODES = new Set([
  // Network errors, as Node names them.
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
  // PostgreSQL's: ended by a timeout or by an administrator, shutting down, starting, too many connections, read only.
  ...['57014', '57P01', '57P02', '57P03', '57P05', '25P03', '25P04', '53300', '25006'],
])
const FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** A file that PostgreSQL could not write is also reported under other codes than 53100. */
const FULL_MESSAGES = /No space left on device|Disk quota exceeded/

// node-postgres and PGlite have no codes for these.
const AWAY_MESSAGES =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|PGlite is clos)/i

const troubles = new WeakMap<object, Trouble>()

/** Marks an error from the database driver, and returns it: libraries that wrap it keep it as the cause. */
export function marked<E>(error: E, kind: 'postgres' | 'pglite'): E {
  if (error instanceof Error && !troubles.has(error)) {
    const code = 'code' in error ? String(error.code) : ''
    // The embedded database is read-only while there is no disk space; a server, when it is a standby.
    if (FULL_CODES.has(code) || FULL_MESSAGES.test(error.message) || (code === '25006' && kind === 'pglite'))
      troubles.set(error, 'full')
    else if (AWAY_CODES.has(code) || code.startsWith('08') || AWAY_MESSAGES.test(error.message))
      troubles.set(error, 'away')
  }
  return error
}

/** Finds the database trouble behind an error or its causes; null for every other error. */
export function troubleOf(error: unknown): Trouble | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const trouble = cause instanceof NoRoomError ? 'full' : troubles.get(cause)
    if (trouble) return trouble
  }
  return null
}
