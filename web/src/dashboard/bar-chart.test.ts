import { expect, test } from 'vitest'
import { scaleOf } from './bar-chart.tsx'

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [499, 500],
  [501, 1_000],
  [99_999, 100_000],
])('bars up to %i are drawn on a scale to %i', (highest, end) => {
  expect(scaleOf(highest)).toBe(end)
})
