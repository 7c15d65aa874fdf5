import { liveTopics } from '@deedbox/contract/live-topics.ts'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { pauseMs, readMessages } from './live-stream.ts'
import { isShownBy } from './live-topics.ts'
import { loadsMore, queryClient } from './query.ts'
import { anythingUnsaved } from './unsaved.ts'

afterEach(() => queryClient.clear())

test('every topic but the session refreshes something, and none the session itself', () => {
  const keys = ['documents', 'access', 'requests', 'owner-requests', 'waiting', 'dashboard', 'users', 'mails']
  const others = ['organizations', 'enquiries', 'system', 'settings', 'invitations', 'profile']
  for (const topic of liveTopics) {
    const shown = [...keys, ...others].filter((key) => isShownBy(new Set([topic]), [key, 'more']))
    expect(shown.length > 0, topic).toBe(topic !== 'session')
    expect(isShownBy(new Set([topic]), ['session']), topic).toBe(false)
  }
  expect(isShownBy(new Set(['requests']), ['waiting', 5])).toBe(true)
  expect(isShownBy(new Set(['mails']), ['documents', 'list'])).toBe(false)
  expect(isShownBy(new Set(['all']), ['mails'])).toBe(true)
  expect(isShownBy(new Set(['mails']), ['something new'])).toBe(true)
  expect(isShownBy(new Set(['session']), ['something new'])).toBe(false)
  // Reading a page again would be recorded as another reading.
  expect(isShownBy(new Set(['all']), ['viewer', 'id', 'pages'])).toBe(false)
})

test('a list is known to be continued while its next page comes, not while it is fetched again', async () => {
  const pages = [
    Promise.withResolvers<number>(),
    Promise.withResolvers<number>(),
    Promise.withResolvers<number>(),
  ]
  let asked = 0
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['documents'],
    queryFn: () => pages[asked++]?.promise,
    initialPageParam: 0,
    getNextPageParam: (_last, all) => all.length,
  })
  const first = observer.refetch()
  const [query] = queryClient.getQueryCache().findAll()
  if (!query) throw new Error('no query')
  expect(loadsMore(query)).toBe(false)
  pages[0]?.resolve(1)
  await first
  const next = observer.fetchNextPage()
  expect(loadsMore(query)).toBe(true)
  pages[1]?.resolve(2)
  await next
  expect(loadsMore(query)).toBe(false)
})

test('messages are read from whatever pieces come', () => {
  const text = 'retry: 2000\n\ndata: documents access\n\nevent: beat\ndata: 1\n\ndata: from-tomorrow\n\nda'
  expect(readMessages(text)).toEqual({ messages: [[], ['documents', 'access'], [], ['all']], rest: 'da' })
  for (let cut = 0; cut <= text.length; cut += 1) {
    const first = readMessages(text.slice(0, cut))
    const second = readMessages(first.rest + text.slice(cut))
    expect([...first.messages, ...second.messages]).toEqual(readMessages(text).messages)
  }
})

test('the pause before the next try grows to half a minute and differs', () => {
  expect([0, 1, 2, 3, 4, 50].map((failures) => pauseMs(failures, 1))).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(pauseMs(50, 0)).toBe(15_000)
})

test('reads are tried again three times with a pause of at most 30 seconds, and kept for 5 minutes', () => {
  const { retryDelay, gcTime } = queryClient.getDefaultOptions().queries ?? {}
  const delay = retryDelay as (attempt: number) => number
  expect([0, 1, 2, 10].map(delay)).toEqual([1_000, 2_000, 4_000, 30_000])
  expect(gcTime).toBe(5 * 60_000)
  expect(anythingUnsaved()).toBe(false)
})
