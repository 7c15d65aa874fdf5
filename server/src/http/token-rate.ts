import { limits } from '@deedbox/contract/limits.ts'

const windowMs = 60_000

/**
 * Counts the calls of each personal access token, in this process and within each minute, so that a script that runs wild
 * does not slow others. Only tokens that proved valid are counted, so that strangers cannot fill the memory.
 */
export function createTokenRate(factor: number, now: () => number = Date.now) {
  const most = limits.token.perMinute * factor
  let counts = new Map<string, number>()
  let begun = now()
  return {
    count: (token: string): void => void counts.set(token, (counts.get(token) ?? 0) + 1),
    /** The seconds until this token may call again; 0: it may now. */
    wait(token: string): number {
      if (now() - begun >= windowMs) {
        counts = new Map()
        begun = now()
      }
      return (counts.get(token) ?? 0) < most ? 0 : Math.ceil((begun + windowMs - now()) / 1_000)
    },
  }
}
