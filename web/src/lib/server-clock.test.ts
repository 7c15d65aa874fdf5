import { hourMs } from '@deedbox/contract/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offsetAfter } from './server-clock.ts'

const ms = (max: number) => fc.integer({ min: 0, max })

/** Answers of a server that is `ahead` of this machine, each with the time until it was stamped and until it came. */
const answers = fc.record({
  ahead: fc.integer({ min: -90_000_000, max: 90_000_000 }),
  trips: fc.array(fc.record({ pause: ms(600_000), there: ms(60_000), back: ms(60_000) }), { minLength: 1 }),
})

test('whatever an answer names has happened when it comes, and the clock is never ahead of the server', () => {
  fc.assert(
    fc.property(answers, ({ ahead, trips }) => {
      let offset: number | null = null
      let at = 0
      for (const { pause, there, back } of trips) {
        const sentAt = at + pause
        const receivedAt = sentAt + there + back
        const server = sentAt + there + ahead
        offset = offsetAfter(offset, { server, sentAt, receivedAt })
        expect(receivedAt + offset).toBeGreaterThanOrEqual(server)
        expect(offset).toBeLessThanOrEqual(ahead)
        at = receivedAt
      }
    }),
  )
})

test('a clock of this machine that is put right meanwhile is followed at the next answer', () => {
  const offset = offsetAfter(null, { server: hourMs, sentAt: 0, receivedAt: 100 })
  expect(offset).toBe(3_599_900)
  expect(offsetAfter(offset, { server: 3_700_000, sentAt: 3_700_000, receivedAt: 3_700_100 })).toBe(0)
})
