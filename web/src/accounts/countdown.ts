import { limits } from '@deedbox/contract/limits.ts'
import { useServerNow } from '../lib/session.ts'

/** Writes milliseconds as '9:05', never below '0:00'. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns the time left until `end` (milliseconds since 1970, by the server's clock), updated every second. */
export function useCountdown(end: number) {
  const left = end - useServerNow(1_000)
  return { text: clockText(left), expired: left <= 0, short: left > 0 && left < limits.code.warnMs }
}
