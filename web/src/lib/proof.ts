import { useSyncExternalStore } from 'react'

let asked: PromiseWithResolvers<boolean> | null = null
const lookers = new Set<() => void>()
const changed = () => {
  for (const look of lookers) look()
}

/**
 * Asks the person to prove again who they are: true once they did, false if they declined. Calls that need it at the same time share one question.
 */
export function askForProof(): Promise<boolean> {
  asked ??= Promise.withResolvers<boolean>()
  changed()
  return asked.promise
}

/** Ends the question. */
export function endProof(proved: boolean): void {
  asked?.resolve(proved)
  asked = null
  changed()
}

const subscribe = (look: () => void) => {
  lookers.add(look)
  return () => void lookers.delete(look)
}

const isAsked = () => asked !== null

/** Tells whether to show the question. */
export const useProofAsked = (): boolean => useSyncExternalStore(subscribe, isAsked, isAsked)
