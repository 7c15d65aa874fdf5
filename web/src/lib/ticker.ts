/** Makes a clock that ticks every `everyMs` milliseconds while somebody looks at it. */
function createTicker(everyMs: number) {
  const lookers = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = Date.now()
    for (const looker of lookers) looker()
  }
  return {
    now: () => now,
    /** Ticks now, unless it did so within this time. */
    tickUnlessWithin(ms: number) {
      if (lookers.size > 0 && Date.now() - now >= ms) tick()
    },
    subscribe(looker: () => void) {
      if (lookers.size === 0) {
        now = Date.now()
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

/** Milliseconds that a clock may be behind an answer, which nobody sees in a distance of minutes. */
const behindMs = 5_000

/** Brings all clocks up to an answer that has just come, so that nothing in it is in the future. */
export const tickAtAnswer = (): void => {
  for (const ticker of tickers.values()) ticker.tickUnlessWithin(behindMs)
}
