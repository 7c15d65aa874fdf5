import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// State of its own for each test: another file may have left the connection suspected.
let onConnectionBack: typeof import('./connection.ts').onConnectionBack
let suspectConnection: typeof import('./connection.ts').suspectConnection
beforeEach(async () => {
  vi.resetModules()
  ;({ onConnectionBack, suspectConnection } = await import('./connection.ts'))
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const healthy = { status: 'ok', database: 'ok' }

/** Answers questions whether the server is there, one after the other; undefined: no answer. */
function serve(answers: (Record<string, string> | undefined)[]) {
  const asked = vi.fn(async () => {
    const body = answers.shift()
    if (!body) throw new TypeError('Failed to fetch')
    return Response.json(body)
  })
  vi.stubGlobal('fetch', asked)
  return asked
}

/** Counts how often what waits for the connection runs. */
function retries() {
  const retry = vi.fn()
  const stop = onConnectionBack(retry)
  return { retry, stop }
}

test('a call that failed by itself is asked about once, and nothing is tried again', async () => {
  const asked = serve([healthy])
  const { retry, stop } = retries()
  await suspectConnection()
  expect([asked.mock.calls.length, retry.mock.calls.length]).toEqual([1, 0])
  stop()
})

test('while the server does not answer, stops or has no database, it is asked again within four seconds; then everything is tried again, once', async () => {
  const asked = serve([
    undefined,
    { status: 'stopping', database: 'ok' },
    { status: 'unavailable', database: 'failed' },
    healthy,
  ])
  const { retry, stop } = retries()
  const first = suspectConnection()
  // Other calls that fail meanwhile ask nothing of their own.
  await suspectConnection()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(retry).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(4_000)
  await first
  expect([asked.mock.calls.length, retry.mock.calls.length]).toEqual([4, 1])
  stop()
})
