import { limits } from '@deedbox/contract/limits.ts'
import { fill, screen } from '@deedbox/contract/messages.ts'
import type { ApiError } from '../lib/api.ts'

/**
 * The browser's own record of failed sign-ins, per email (specification, section 3: Login attempt record). It only serves to show the message after a
 * reload; the server keeps its own count and decides.
 */
type Attempts = Record<string, { count: number; lastAttempt: number }>
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'deedbox-login-attempts'
const lockMs = limits.lockout.minutes * 60_000
const normalise = (email: string) => email.trim().toLowerCase()

function read(store: Store, now: number): Attempts {
  try {
    const attempts = JSON.parse(store.getItem(key) ?? '{}') as Attempts
    return Object.fromEntries(
      Object.entries(attempts).filter(
        ([, { lastAttempt }]) => lastAttempt <= now && now - lastAttempt < lockMs,
      ),
    )
  } catch {
    return {}
  }
}

function write(store: Store, attempts: Attempts) {
  try {
    if (Object.keys(attempts).length === 0) store.removeItem(key)
    else store.setItem(key, JSON.stringify(attempts))
  } catch {
    // Storage may be full or switched off; then the server's answer is enough.
  }
}

/** Records a failure; `count` replaces the number when the server has locked the account. */
export function recordFailure(store: Store, email: string, now: number, count?: number): void {
  const attempts = read(store, now)
  const before = attempts[normalise(email)]?.count ?? 0
  attempts[normalise(email)] = { count: count ?? before + 1, lastAttempt: now }
  write(store, attempts)
}

/** Clears the count after a successful attempt. */
export function clearFailures(store: Store, email: string, now: number): void {
  const { [normalise(email)]: _, ...others } = read(store, now)
  write(store, others)
}

/** Returns the whole minutes for which this record keeps an email locked; 0 if it is not locked. */
export function lockedMinutes(store: Store, email: string, now: number): number {
  const attempt = read(store, now)[normalise(email)]
  if (!attempt || attempt.count < limits.lockout.failures) return 0
  return Math.ceil((attempt.lastAttempt + lockMs - now) / 60_000)
}

/** Returns 'Please wait 7 minutes before trying again', or the specification's own sentence for the full 15. */
export const lockedText = (minutes: number): string =>
  minutes === limits.lockout.minutes
    ? screen.locked
    : fill(screen.lockedWait, { n: minutes }).replace(' 1 minutes', ' 1 minute')

/** Returns the message of an error that asks to try later; the server's own where it gives no minutes. */
export const retryText = (error: ApiError): string =>
  error.retryAfterMinutes === null ? error.message : lockedText(error.retryAfterMinutes)
