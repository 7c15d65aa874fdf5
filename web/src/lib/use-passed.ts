import { useEffect, useState } from 'react'
import { useSession } from './session.ts'

/** Milliseconds between looks, because timers of browsers last at most 24 days and stop while a computer sleeps. */
const lookEveryMs = 60_000

/** Returns an instant once it has passed by the server's clock, to the second; null before, or if there is none. */
export function usePassed(at: string | null): string | null {
  const { session } = useSession()
  const offset = session?.clockOffset ?? 0
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    if (at === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const left = Date.parse(at) - Date.now() - offset
      if (left <= 0) setPassed(at)
      else timer = setTimeout(look, Math.min(left, lookEveryMs))
    }
    look()
    return () => clearTimeout(timer)
  }, [at, offset])
  return at !== null && passed === at ? at : null
}
