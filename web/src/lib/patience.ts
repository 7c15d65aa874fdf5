/** A call that has no answer after so long is given up (specification, section 9). */
export const patienceMs = 10_000

/** Gives up when nothing has come for `ms`; what comes starts the time again, which may then be another one. */
export function watchSilence(ms: number) {
  const stop = new AbortController()
  let timer = setTimeout(() => stop.abort(), ms)
  return {
    signal: stop.signal,
    /** Something came. */
    heard(next = ms): void {
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), next)
    },
    end: () => clearTimeout(timer),
  }
}
