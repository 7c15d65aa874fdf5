import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from './durations.ts'
import { type Asked, lapseDays, type ReleaseTerms, releaseOf, stateOf } from './release-rules.ts'

const hours = (most: number) => fc.nat(most).map((n) => n * hourMs)

const terms: fc.Arbitrary<ReleaseTerms> = fc.record({
  quorum: fc.integer({ min: 1, max: 3 }),
  waitDays: fc.integer({ min: 1, max: 4 }),
  needsAgreement: fc.boolean(),
  absences: fc.array(
    fc.tuple(hours(300), hours(72)).map(([from, long]) => ({ from, until: from + long })),
    { maxLength: 4 },
  ),
  lasts: fc.oneof(fc.record({ days: fc.integer({ min: 1, max: 5 }) }), fc.record({ until: hours(500) })),
})
const askers = fc
  .array(
    fc.record({
      at: fc.option(hours(200), { nil: null }),
      afterDays: fc.nat(3),
      agreedAt: fc.option(hours(300), { nil: null }),
    }),
    { maxLength: 4 },
  )
  .map((all) => all.map((one, n): Asked => ({ ...one, by: String(n) })))

/** State by the terms, hour by hour, from what had happened until then; the code computes it from sorted times. */
function hourByHour({ quorum, waitDays, needsAgreement, absences, lasts }: ReleaseTerms, asked: Asked[]) {
  const counted = new Map(asked.map(({ by }) => [by, 0]))
  const begun = new Map<string, number>()
  for (let now = 0; now < 2_000 * hourMs; now += hourMs) {
    const has = (time: number | null) => time !== null && time <= now
    const enough = asked.filter(({ at }) => has(at)).length >= quorum
    const agreed = asked.filter(({ at, agreedAt }) => at !== null && has(agreedAt)).length >= quorum
    for (const { by, at, afterDays, agreedAt } of asked) {
      const waited = (counted.get(by) ?? 0) >= (waitDays + afterDays) * 24
      const may = has(at) && enough && (!needsAgreement || (agreed && has(agreedAt)))
      if (may && waited && !begun.has(by)) begun.set(by, now)
      const away = absences.some(({ from, until }) => from <= now && now < until)
      if (has(at) && enough && !away) counted.set(by, (counted.get(by) ?? 0) + 1)
    }
  }
  const first = begun.size > 0 ? Math.min(...begun.values()) : null
  const ends = first === null ? null : 'until' in lasts ? lasts.until : first + lasts.days * dayMs
  for (const [by, at] of begun) if (ends !== null && at >= ends) begun.delete(by)
  return { begun, ends }
}

test('access begins when the terms say so, hour by hour, and never after its end', () => {
  let opened = 0
  fc.assert(
    fc.property(terms, askers, (given, asked) => {
      // An agreement needs something that was asked for.
      const real = asked.map((one) => ({
        ...one,
        agreedAt: one.agreedAt !== null && one.at !== null ? Math.max(one.agreedAt, one.at) : null,
      }))
      const { shares, ends } = releaseOf(given, real)
      const wanted = hourByHour(given, real)
      expect(ends).toBe(wanted.ends)
      for (const { by, begins } of shares) expect(begins).toBe(wanted.begun.get(by) ?? null)
      opened += wanted.begun.size
    }),
    { numRuns: 500 },
  )
  expect(opened).toBeGreaterThan(100)
})

test('access never begins before the waiting period is over since the last of the conditions that start it', () => {
  fc.assert(
    fc.property(terms, askers, (given, asked) => {
      for (const { begins, by } of releaseOf(given, asked).shares) {
        const one = asked.find((other) => other.by === by)
        if (begins === null || !one || one.at === null) continue
        expect(begins).toBeGreaterThanOrEqual(one.at + (given.waitDays + one.afterDays) * dayMs)
        const before = asked.filter(({ at }) => at !== null && at <= begins - given.waitDays * dayMs)
        expect(before.length).toBeGreaterThanOrEqual(given.quorum)
        if (given.needsAgreement) expect(one.agreedAt).not.toBeNull()
      }
    }),
  )
})

test('one more who asks later changes nothing for those who have what they need', () => {
  fc.assert(
    fc.property(terms, askers, hours(100), (given, all, more) => {
      // Nominees wait longer than each other only where they come in one after the other, and then each alone.
      const asked = all.map((one) => ({ ...one, afterDays: 0 }))
      const times = asked.flatMap(({ at, agreedAt }) => [at ?? 0, agreedAt ?? 0])
      const late = { by: 'late', at: Math.max(0, ...times) + more, afterDays: 0, agreedAt: null }
      const enough = asked.filter(({ at }) => at !== null).length >= given.quorum
      fc.pre(enough)
      const before = releaseOf(given, asked)
      const after = releaseOf(given, [...asked, late])
      for (const { by, begins } of before.shares) {
        const same = after.shares.find((share) => share.by === by)
        expect(same?.begins).toBe(begins)
      }
    }),
  )
})

test('the state follows the times to the millisecond, whatever was stopped stays so, and what lacks something lapses', () => {
  const known = { begins: 10 * dayMs, ends: 12 * dayMs }
  const at = (now: number, overAt: number | null = null, release: Parameters<typeof stateOf>[0] = known) =>
    stateOf(release, { begunAt: dayMs, overAt }, now)
  expect([at(10 * dayMs - 1), at(10 * dayMs), at(12 * dayMs - 1), at(12 * dayMs)]).toEqual([
    'waiting',
    'open',
    'open',
    'past',
  ])
  expect([at(9 * dayMs, 8 * dayMs), at(11 * dayMs, 8 * dayMs), at(13 * dayMs, 8 * dayMs)]).toEqual([
    'stopped',
    'stopped',
    'stopped',
  ])
  const lacking = { begins: null, ends: null }
  const end = (1 + lapseDays) * dayMs
  expect([at(end - 1, null, lacking), at(end, null, lacking)]).toEqual(['waiting', 'lapsed'])
})

test('a nominee waits for others only where more of them must ask', () => {
  const given: ReleaseTerms = {
    ...{ waitDays: 1, needsAgreement: false, absences: [], quorum: 1, lasts: { days: 1 } },
  }
  const one = (by: string, at: number | null) => ({ by, at, afterDays: 0, agreedAt: null })
  const lacks = (quorum: number, asked: Asked[]) =>
    releaseOf({ ...given, quorum }, asked).shares.map((share) => share.lacks)
  expect(lacks(1, [one('a', null)])).toEqual([['evidence']])
  expect(lacks(2, [one('a', null)])).toEqual([['evidence', 'others']])
  expect(lacks(2, [one('a', 0)])).toEqual([['others']])
  expect(lacks(2, [one('a', 0), one('b', null)])).toEqual([['others'], ['evidence']])
  expect(lacks(2, [one('a', 0), one('b', 0)])).toEqual([[], []])
})
