import { daysAfter } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { expect, test } from 'vitest'
import type { AuditEntry } from '../audit/record.ts'
import { createStrangers } from './strangers.ts'

const { networkADay, allADay } = limits.strangers
const entry: AuditEntry = { event: 'sign_in_failed', actor: null, details: { step: 'password' } }
const now = new Date('2026-03-01T00:00:00Z')
const later = daysAfter(now, 1)

const events = (
  keep: ReturnType<typeof createStrangers>,
  times: number,
  ip: (at: number) => string | null,
  at = now,
) =>
  Array.from({ length: times }, (_, index) => keep([entry], ip(index), at))
    .flat()
    .map(({ event }) => event)
const left = (all: string[]) => all.filter((event) => event === 'strangers_left_out').length

test('one network writes so many events a day, then one that says so, and nothing more', () => {
  const keep = createStrangers()
  // Addresses of one IPv6 household are one network.
  const all = events(keep, networkADay * 2, (at) => `2001:db8::${(at % 99) + 1}`)
  expect([all.length, left(all)]).toEqual([networkADay + 1, 1])
  expect(events(keep, 5, () => '192.0.2.1')).toHaveLength(5)
  expect(left(events(keep, 5, () => '2001:db8::1', later))).toBe(0)
})

test('all networks together write so many a day', () => {
  const keep = createStrangers()
  const all = events(keep, allADay * 2, (at) => `10.${at % 250}.${Math.floor(at / 250)}.1`)
  expect([all.length, left(all)]).toEqual([allADay + 1, 1])
})

test('a network over its limit uses up nobody else’s share', () => {
  const keep = createStrangers()
  events(keep, allADay * 2, () => '192.0.2.1')
  expect(events(keep, 10, () => '192.0.2.2')).toHaveLength(10)
})

test('what Deedbox does itself is always recorded', () => {
  expect(events(createStrangers(), allADay + 10, () => null)).toHaveLength(allADay + 10)
})
