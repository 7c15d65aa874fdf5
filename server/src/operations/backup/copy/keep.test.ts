import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyName, copyTime } from '../place/copies.ts'
import { copiesToKeep } from './keep.ts'

const keep = { daily: 7, weekly: 5, monthly: 12 }
const names = fc.uniqueArray(
  fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }).map(copyName),
  { minLength: 1, maxLength: 120 },
)

test('a name of a copy tells its time', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (at) => {
        expect(copyTime(copyName(at))).toEqual(at)
      },
    ),
  )
})

test('what is kept is bounded, has the newest of each period, and clearing every day keeps what clearing once would', () => {
  fc.assert(
    fc.property(names, (all) => {
      const kept = copiesToKeep(all, keep)
      const sorted = [...all].sort()
      expect(kept.has(sorted.at(-1) ?? '')).toBe(true)
      expect(kept.size).toBeLessThanOrEqual(24)
      // Keeps the newest copy of each of the seven newest days.
      const days = [...new Set(sorted.map((name) => name.slice(0, 10)))].slice(-7)
      for (const day of days)
        expect(kept.has(sorted.findLast((name) => name.startsWith(day)) ?? '')).toBe(true)
      const months = [...new Set(sorted.map((name) => name.slice(0, 7)))].slice(-12)
      for (const month of months)
        expect(kept.has(sorted.findLast((name) => name.startsWith(month)) ?? '')).toBe(true)
      // Clearing again changes nothing.
      expect(copiesToKeep([...kept], keep)).toEqual(kept)
    }),
  )
})

test('a year of daily copies, cleared every day: 7 days, 5 weeks, 12 months', () => {
  let there: string[] = []
  for (let day = 0; day < 400; day++) {
    there.push(copyName(new Date(Date.UTC(2026, 0, 1 + day, 15))))
    there = [...copiesToKeep(there, keep)].sort()
  }
  expect(there.at(-1)?.slice(0, 10)).toBe('2027-02-04')
  expect(new Set(there.map((name) => name.slice(0, 7))).size).toBe(12)
  expect(there.filter((name) => name >= '2027-01-29')).toHaveLength(7)
})
