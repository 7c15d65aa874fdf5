import { minuteMs } from '@deedbox/contract/durations.ts'
import { healthStates } from '@deedbox/contract/system.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextStanding, type Standing } from './alerts.ts'

const nothing: Standing = { badSince: null, toldAt: null }

/** Returns what is told when a check goes through these states, five minutes apart. */
function told(states: readonly (typeof healthStates)[number][]) {
  let standing = nothing
  return states.map((state, index) => {
    const { news, ...next } = nextStanding(standing, state, new Date(index * 5 * minuteMs))
    standing = next
    return news
  })
}

test.each([
  [
    ['bad', 'bad', 'bad', 'good'],
    [null, null, null, null],
  ],
  [
    ['bad', 'bad', 'bad', 'bad', 'bad', 'good', 'good'],
    [null, null, null, 'failed', null, 'recovered', null],
  ],
  [
    ['bad', 'bad', 'warning', 'bad', 'bad', 'bad', 'bad'],
    [null, null, null, null, null, null, 'failed'],
  ],
  [
    ['bad', 'unknown', 'unknown', 'bad'],
    [null, null, null, 'failed'],
  ],
  [
    ['bad', 'bad', 'bad', 'bad', 'warning', 'bad', 'good'],
    [null, null, null, 'failed', null, null, 'recovered'],
  ],
] as const)('%j tells %j', (states, expected) => {
  expect(told(states)).toEqual(expected)
})

test('failures and recoveries alternate, a failure first, and a recovery only with good', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...healthStates), { maxLength: 60 }), (states) => {
      const news = told(states)
      const said = news.filter((one) => one !== null)
      expect(said).toEqual(said.map((_, index) => (index % 2 === 0 ? 'failed' : 'recovered')))
      for (const [index, one] of news.entries()) {
        if (one === 'recovered') expect(states[index]).toBe('good')
        if (one === 'failed') {
          const before = states
            .slice(0, index + 1)
            .findLastIndex((state) => state === 'good' || state === 'warning')
          expect(index - before).toBeGreaterThan(3)
        }
      }
    }),
  )
})
