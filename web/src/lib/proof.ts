import { useSyncExternalStore } from 'react'

let asked: PromiseWithResolvers<boolean> | null = null
const lookers = new Set<() => void>()
const changed = () => {
  for (const look of lookers) look()
}

/**
 * Has the person prove again who they are: true once they did, false if they would rather not. Calls that need it at the
 * same time share one question.
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

/** Whether the question is to be shown. */
export const useProofAsked = (): boolean => useSyncExternalStore(subscribe, isAsked, isAsked)
