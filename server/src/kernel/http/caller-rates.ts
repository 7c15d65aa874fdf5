import { limits } from '@deedbox/contract/limits.ts'
import { isAccessTokenKey } from '../context/bearer.ts'
import type { Rates } from './rates.ts'

/** Counts the calls of each personal access token, so that a script that runs wild does not slow others. */
export function createTokenRate(rates: Rates, factor: number) {
  const most = limits.token.perMinute * factor
  /** Counts a call with this session token. The seconds until it may call again; 0: it may now. */
  return async (token: string | null): Promise<number> => {
    if (!isAccessTokenKey(token)) return 0
    const { calls, leftMs } = await rates.count(token, most, token)
    return calls > most ? Math.ceil(leftMs / 1_000) : 0
  }
}

/** Counts the calls of each person by call, whatever sessions and tokens they make them with. */
export function createPersonRate(rates: Rates, factor: number) {
  /** Counts one call. The seconds until the person may make it again; 0: they may now. */
  return async (call: string, perMinute: number, userId: string): Promise<number> => {
    const most = perMinute * factor
    const { calls, leftMs } = await rates.count(`${call} by ${userId}`, most)
    return calls > most ? Math.ceil(leftMs / 1_000) : 0
  }
}
