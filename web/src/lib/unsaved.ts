import { useEffect, useEffectEvent } from 'react'

/** Words of the question that is asked before something is let go. `onLeave` runs before it is. */
export type Parting = { title: string; confirm: string; text: string; onLeave?: () => void }
type Check = { held: () => boolean; asks: () => Partial<Parting> | null }

const checks = new Set<Check>()
const listeners = new Set<() => void>()

/** Tells whether something on the screen was typed or chosen and is not stored yet. */
export const anythingUnsaved = (): boolean => [...checks].some(({ held }) => held())

/** Returns all checks of this moment. */
export const checksNow = (): ReadonlySet<unknown> => new Set(checks)

/** Returns the words with which to ask before something is let go; null if there is nothing to ask. Checks in `besides` are left out. */
export function askFirst(besides?: ReadonlySet<unknown>): Partial<Parting> | null {
  for (const check of checks) {
    const words = besides?.has(check) ? null : check.asks()
    if (words) return words
  }
  return null
}

/** Calls `listener` after each rendering of something that may be unsaved; returns how to stop it. */
export function onUnsavedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Registers a check while it is mounted: `held` says whether something would be lost if the page or the dialog went. Deedbox then asks first, with
 * `words` where it has them, unless `words` returns null: nothing to ask about at this moment.
 */
export function useUnsaved(held: () => boolean, words: () => Partial<Parting> | null = () => ({})): void {
  const ask = useEffectEvent(held)
  const say = useEffectEvent(words)
  useEffect(() => {
    const check = { held: () => ask(), asks: () => (ask() ? say() : null) }
    checks.add(check)
    return () => void checks.delete(check)
  }, [])
  useEffect(() => {
    for (const listener of listeners) listener()
  })
}
