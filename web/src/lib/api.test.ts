import { type EndpointKey, endpoints } from '@deedbox/contract/endpoints.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, drawnWithinMs, patience } from './api.ts'
import { bytesAt } from './download.ts'
import { queryClient } from './query.ts'

type Answer = () => Response | Promise<Response>

/** Replaces fetch by a server that gives this answer; an aborted request ends as in a browser. */
function serve(answer: Answer) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    if (path !== '/api/health') asked.push(path)
    const aborted = new Promise<never>((_, reject) => {
      const end = () => reject(signal.reason)
      if (signal.aborted) end()
      signal.addEventListener('abort', end)
    })
    return Promise.race([answer(), aborted])
  })
  return asked
}
const never: Answer = () => new Promise(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), ms)
    return stop.signal
  })
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Returns the state of a promise after this many milliseconds. */
async function after(ms: number, promise: Promise<unknown>): Promise<unknown> {
  const outcome = promise.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(ms)
  return Promise.race([outcome, Promise.resolve('waiting')])
}

test('a call without an answer is given up after 10 seconds, with words that fit', async () => {
  serve(never)
  const reading = call('GET /api/session')
  expect(await after(9_999, reading)).toBe('waiting')
  expect(await after(1, reading)).toMatchObject({
    code: 'timeout',
    message: 'Deedbox took too long to answer. Please try again.',
  })
  expect(await after(10_000, call('DELETE /api/session'))).toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('please check before you try again'),
  })
})

test('every call that may have to open a large file has the time to do so', () => {
  const opening = Object.entries(endpoints)
    .filter(([, call]) => 'refuses' in call && (call.refuses as readonly string[]).includes('preview-failed'))
    .map(([key]) => key as EndpointKey)
  // Pages and files come as bytes, which wait as long.
  const bytes: EndpointKey[] = [
    'GET /api/documents/:documentId/content',
    'GET /api/documents/:documentId/pages/:page',
  ]
  const short = opening.filter((key) => !bytes.includes(key) && (patience[key] ?? 0) < drawnWithinMs)
  expect(opening).toEqual(expect.arrayContaining(bytes))
  expect(short).toEqual([])
})

test('a call that its page gave up ends with its reason, not with a timeout', async () => {
  serve(never)
  const stop = new AbortController()
  const calling = call('GET /api/session', { signal: stop.signal })
  stop.abort('left')
  expect(await after(0, calling)).toBe('left')
})

test('a read is tried again three times, with growing pauses; a refusal is not', async () => {
  const asked = serve(() => new Response('', { status: 503 }))
  const fetching = queryClient.fetchQuery({
    queryKey: ['x'],
    queryFn: () => call('GET /api/session'),
    ...queryClient.getDefaultOptions().queries,
  })
  expect(await after(6_999, fetching)).toBe('waiting')
  expect(asked).toHaveLength(3)
  expect(await after(1, fetching)).toMatchObject({ status: 503 })
  expect(asked).toHaveLength(4)

  const refused = serve(() => new Response('', { status: 404 }))
  const options = queryClient.getDefaultOptions().queries
  const queryFn = () => call('GET /api/session')
  expect(await after(60_000, queryClient.fetchQuery({ queryKey: ['y'], queryFn, ...options }))).toMatchObject(
    { status: 404 },
  )
  expect(refused).toHaveLength(1)
})

test('a call with the cookie of before is sent once more, as the session may have been renewed meanwhile', async () => {
  const refused = () =>
    new Response(
      JSON.stringify({ error: { code: 'not-signed-in', message: 'Please sign in to continue.' } }),
      {
        status: 401,
      },
    )
  const answers: Answer[] = [refused, () => new Response('{"documents":[]}')]
  const asked = serve(() => (answers.shift() ?? refused)())
  const calling = call('GET /api/documents')
  expect(await after(0, calling)).toBe('waiting')
  expect(await after(500, calling)).toEqual({ documents: [] })
  expect(asked).toHaveLength(2)
  expect(await after(500, call('GET /api/documents'))).toMatchObject({ code: 'not-signed-in' })
  expect(asked).toHaveLength(4)
})

test('a download may take for ever while bytes come, and 10 seconds without any end it', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  serve(() => new Response(readable))
  const writer = writable.getWriter()
  const loading = bytesAt('/file')
  for (let n = 0; n < 20; n += 1) {
    void writer.write(new Uint8Array(10))
    expect(await after(9_000, loading)).toBe('waiting')
  }
  const { promise, resolve } = Promise.withResolvers<unknown>()
  loading.catch(resolve)
  await vi.advanceTimersByTimeAsync(10_000)
  // Abort the body, as the stub returns the response at once and the silence ends the reading of its body.
  await writer.abort().catch(() => undefined)
  expect(await promise).toMatchObject({ code: 'timeout' })
})
