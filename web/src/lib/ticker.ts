import { serverNow } from './server-clock.ts'

/** Makes a clock of the server's time that ticks every `everyMs` milliseconds while somebody looks at it. */
function createTicker(everyMs: number) {
  const lookers = new Set<() => void>()
  let now = serverNow()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = serverNow()
    for (const looker of lookers) looker()
  }
  return {
    now: () => now,
    /** Ticks now, unless it did so within this time. */
    tickUnlessWithin(ms: number) {
      if (lookers.size > 0 && Math.abs(serverNow() - now) >= ms) tick()
    },
    subscribe(looker: () => void) {
      if (lookers.size === 0) {
        now = serverNow()
        timer = setInterval(tick, everyMs)
      }
      lookers.add(looker)
      return () => {
        lookers.delete(looker)
        if (lookers.size === 0) clearInterval(timer)
      }
    },
  }
}

const tickers = new Map<number, ReturnType<typeof createTicker>>()

/** Returns the page's clock that ticks every `everyMs`. */
export function tickerOf(everyMs: number) {
  const ticker = tickers.get(everyMs) ?? createTicker(everyMs)
  tickers.set(everyMs, ticker)
  return ticker
}

/** Milliseconds that a clock may be off at an answer, which nobody sees in a distance of minutes. */
const behindMs = 5_000

/** Brings all clocks up to an answer that has just come, so that nothing in it is in the future. */
export const tickAtAnswer = (): void => {
  for (const ticker of tickers.values()) ticker.tickUnlessWithin(behindMs)
}
