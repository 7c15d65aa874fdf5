import { useEffect, useEffectEvent } from 'react'

const checks = new Set<() => boolean>()

/** Whether something on the screen was typed or chosen and is not stored yet. */
export const anythingUnsaved = (): boolean => [...checks].some((check) => check())

/** While it is mounted: `check` says whether leaving the page would lose something. */
export function useUnsaved(check: () => boolean): void {
  const ask = useEffectEvent(check)
  useEffect(() => {
    const mine = () => ask()
    checks.add(mine)
    return () => void checks.delete(mine)
  }, [])
}
