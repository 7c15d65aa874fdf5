import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'
import { useServerNow } from './session.ts'

/** Milliseconds of the longest timer, because timers of browsers last at most 24 days and stop while a computer sleeps; then the clock ticks. */
const longestMs = 90_000

/** Returns an instant once it has passed by the server's clock, to the second; null before, or if there is none. */
export function usePassed(at: string | null): string | null {
  const now = useServerNow()
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    if (at === null) return
    const left = Date.parse(at) - Math.max(now, serverNow())
    if (left <= 0) return setPassed(at)
    if (left > longestMs) return
    const timer = setTimeout(() => setPassed(at), left)
    return () => clearTimeout(timer)
  }, [at, now])
  return at !== null && passed === at ? at : null
}
