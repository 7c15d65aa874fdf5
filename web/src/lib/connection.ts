import { useSyncExternalStore } from 'react'

/** State of the connection: the server answers, this device is offline, or it is online and the server does not answer. */
type Connection = 'here' | 'offline' | 'away'

/** Milliseconds after which a question whether the server is back is given up. */
const askedWithinMs = 5_000
/** Milliseconds between two such questions: random within this, so that browsers do not all come at once. */
const pauseMs = { least: 1_000, most: 4_000 }

let state: Connection = 'here'
let asking = false
/** Ends the pause before the next question. */
let askNow = () => {}
const lookers = new Set<() => void>()
const waiting = new Set<() => void>()

/** Tells whether the server answers and has its database. */
async function answers(): Promise<boolean> {
  try {
    const answer = await fetch('/api/health', {
      cache: 'no-store',
      signal: AbortSignal.timeout(askedWithinMs),
    })
    const { status, database } = (await answer.json()) as { status?: string; database?: string }
    return database !== undefined && database !== 'failed' && status !== 'stopping'
  } catch {
    return false
  }
}

function become(next: Connection): void {
  if (next === state) return
  state = next
  for (const looker of lookers) looker()
  if (next === 'here') for (const retry of [...waiting]) retry()
}

/**
 * Notes that an answer is missing. The server is asked whether it is there, and again and again until it is; then what waits for it runs
 * (`onConnectionBack`). One call that failed by itself shows nothing to anybody.
 */
export async function suspectConnection(): Promise<void> {
  if (asking) return
  asking = true
  while (!(await answers())) {
    become(navigator.onLine === false ? 'offline' : 'away')
    const { promise, resolve } = Promise.withResolvers<void>()
    askNow = resolve
    const timer = setTimeout(resolve, pauseMs.least + Math.random() * (pauseMs.most - pauseMs.least))
    await promise
    clearTimeout(timer)
  }
  asking = false
  become('here')
}

/** Runs `retry` whenever the connection is back; returns how to stop that. */
export function onConnectionBack(retry: () => void): () => void {
  waiting.add(retry)
  return () => void waiting.delete(retry)
}

/** Asks at once when the browser goes offline or online, and when somebody looks at the page again. */
export function watchConnection(): void {
  const ask = () => {
    askNow()
    void suspectConnection()
  }
  addEventListener('offline', ask)
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) askNow()
  })
}

const subscribe = (looker: () => void) => {
  lookers.add(looker)
  return () => void lookers.delete(looker)
}

/** Returns the state of the connection. */
export const useConnection = (): Connection =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => state,
  )
