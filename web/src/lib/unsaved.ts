import { useEffect, useEffectEvent } from 'react'

const checks = new Set<() => boolean>()

/** Tells whether something on the screen was typed or chosen and is not stored yet. */
export const anythingUnsaved = (): boolean => [...checks].some((check) => check())

/** Registers a check while it is mounted: `check` says whether leaving the page would lose something. */
export function useUnsaved(check: () => boolean): void {
  const ask = useEffectEvent(check)
  useEffect(() => {
    const latest = () => ask()
    checks.add(latest)
    return () => void checks.delete(latest)
  }, [])
}
