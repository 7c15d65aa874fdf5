import { useEffect, useState } from 'react'
import { useSession } from './session.ts'

/** Browsers count no longer than 24 days, and not at all while a computer sleeps. */
const lookEveryMs = 60_000

/** An instant that has passed by the server's clock, noticed in the very second; null before it, or without one. */
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
