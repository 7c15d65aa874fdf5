import { expect, test } from 'vitest'
import { scaleOf, summaryOf } from './bar-chart.tsx'

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

test('the summary has the totals of each series and the highest bar', () => {
  const series = [
    { name: 'Viewed', tone: 'brass' },
    { name: 'Downloaded', tone: 'eucalyptus' },
  ] as const
  const bars = [
    { key: 'a', short: '1 Nov', label: '1 Nov 2026', values: [3, 4] },
    { key: 'b', short: '2 Nov', label: '2 Nov 2026', values: [2_000, 0] },
    { key: 'c', short: '3 Nov', label: '3 Nov 2026', values: [2_000, 0] },
  ]
  expect(summaryOf('Day', series, bars)).toBe('Viewed: 4,003, Downloaded: 4. Most on 2 Nov 2026: 2,000.')
})
