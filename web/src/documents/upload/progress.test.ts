import { expect, test } from 'vitest'
import { announcement, type Sample, speedOf, timeLeftText, withSample } from './progress.ts'

test('the speed is measured over the last five seconds', () => {
  let samples: Sample[] = []
  // Samples of a slow start, then a megabyte per second.
  samples = withSample(samples, { at: 0, loaded: 0 })
  for (let second = 10; second <= 16; second += 1)
    samples = withSample(samples, { at: second * 1_000, loaded: 1_000_000 * (second - 9) })
  expect(speedOf(samples)).toBe(1_000_000)
})

test('a speed needs samples over half a second', () => {
  expect(speedOf([])).toBeNull()
  expect(
    speedOf([
      { at: 0, loaded: 0 },
      { at: 499, loaded: 9 },
    ]),
  ).toBeNull()
  expect(
    speedOf([
      { at: 0, loaded: 0 },
      { at: 500, loaded: 9 },
    ]),
  ).toBe(18)
})

test.each([
  [0, 100, 'a few seconds left'],
  [400, 100, 'a few seconds left'],
  [1_201, 100, 'about 15 seconds left'],
  [5_600, 100, 'about 60 seconds left'],
  [7_000, 100, 'about a minute left'],
  [15_000, 100, 'about 3 minutes left'],
  [400_000, 100, 'about an hour left'],
  [1_000_000, 100, 'about 3 hours left'],
  [100, 0, 'about 2 minutes left'],
])('%d bytes at %d bytes a second: %s', (bytes, speed, text) => {
  expect(timeLeftText(bytes, speed)).toBe(text)
})

test('a screen reader hears of each finished file and of each quarter', () => {
  const file = { size: 100 }
  expect(
    announcement([
      { is: 'ready', file },
      { is: 'refused', file },
    ]),
  ).toBe('')
  expect(announcement([{ is: 'sending', loaded: 49, file }])).toBe('0 of 1 uploaded, 25 percent sent')
  expect(
    announcement([
      { is: 'done', file },
      { is: 'sending', loaded: 10, file },
      { is: 'ready', file },
    ]),
  ).toBe('1 of 2 uploaded, 50 percent sent')
  expect(
    announcement([
      { is: 'done', file },
      { is: 'failed', file },
    ]),
  ).toBe('1 of 2 uploaded, 1 failed')
})
