import type { Answer, CallInput } from '../lib/api.ts'

type Details = CallInput<'POST /api/functions/auth-send-verification'>['body']
type Sent = Answer<'POST /api/functions/auth-send-verification'>

/** A sign-up that waits for its code. `expiresAt` is when the code expires. */
export type PendingSignup = Details & Pick<Sent, 'expiresAt'>

const key = 'deedbox-pending-signup'

/** The password is never stored: it is kept in memory and lost on a reload. */
let password: string | null = null

export const pendingPassword = (): string | null => password

export function keepPending(pending: PendingSignup, chosenPassword: string | null): void {
  password = chosenPassword
  sessionStorage.setItem(key, JSON.stringify(pending))
}

export function readPending(): PendingSignup | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as PendingSignup | null
  } catch {
    return null
  }
}

export function clearPending(): void {
  password = null
  sessionStorage.removeItem(key)
}
