import { afterEach, expect, test, vi } from 'vitest'
import { tickAtAnswer, tickerOf } from './ticker.ts'

afterEach(() => vi.useRealTimers())

test('an answer brings the clock up to its time, which otherwise moves once a minute', () => {
  vi.useFakeTimers({ now: 0 })
  const { now, subscribe } = tickerOf(60_000)
  let ticks = 0
  const stop = subscribe(() => ticks++)
  vi.setSystemTime(45_000)
  expect(now()).toBe(0)
  tickAtAnswer()
  expect(now()).toBe(45_000)
  // Answers that come together draw the page once.
  vi.setSystemTime(46_000)
  tickAtAnswer()
  expect([now(), ticks]).toEqual([45_000, 1])
  stop()
  vi.setSystemTime(90_000)
  tickAtAnswer()
  expect(now()).toBe(45_000)
})
