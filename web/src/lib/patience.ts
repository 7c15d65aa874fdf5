/** Milliseconds after which a call without an answer is given up (specification, section 9). */
export const patienceMs = 10_000

/** Gives up when nothing has come for `ms`; anything that comes restarts the time, which may then be a different one. */
export function watchSilence(ms: number) {
  const stop = new AbortController()
  let timer = setTimeout(() => stop.abort(), ms)
  return {
    signal: stop.signal,
    /** Notes that something came. */
    heard(next = ms): void {
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), next)
    },
    end: () => clearTimeout(timer),
  }
}
