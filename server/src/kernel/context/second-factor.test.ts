import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { enrolBefore, lackOf } from './second-factor.ts'

const since = new Date('2031-03-01T10:00:00Z')
const rule = { secondFactorRoles: ['admin' as const, 'trustee' as const], secondFactorGraceDays: 7 }

const person = (role: string, session: Partial<Actor['session']> = {}) =>
  ({
    role,
    session: {
      kind: 'web',
      scopes: null,
      provedAt: since,
      factorAt: null,
      factorKinds: [],
      factorGraceFrom: since,
      ...session,
    },
  }) as Actor

test('a role that needs a second factor has its days of grace, to the millisecond', () => {
  const days = fc.integer({ min: 0, max: 90 })
  fc.assert(
    fc.property(days, fc.integer({ min: -2, max: 2 }), (secondFactorGraceDays, offset) => {
      const asked = { ...rule, secondFactorGraceDays }
      const end = since.getTime() + secondFactorGraceDays * dayMs
      expect(enrolBefore(person('trustee'), asked)?.getTime()).toBe(end)
      const lack = lackOf(person('trustee'), asked, new Date(end + offset))
      expect(lack).toBe(offset >= 0 ? 'enrolment' : null)
      expect(lackOf(person('guest'), asked, new Date(end + offset))).toBeNull()
    }),
  )
})

test('whoever has a second factor has to pass it whatever the role; a provider that checked one is enough for the role', () => {
  const late = daysAfter(since, 100)
  for (const role of ['admin', 'guest', 'wizard']) {
    expect(lackOf(person(role, { factorKinds: ['totp'] }), rule, since)).toBe('factor')
    expect(lackOf(person(role, { factorKinds: ['totp'], factorAt: since }), rule, late)).toBeNull()
    expect(enrolBefore(person(role, { factorKinds: ['totp'] }), rule)).toBeNull()
    expect(lackOf(person(role, { factorAt: since }), rule, late)).toBeNull()
  }
  expect(lackOf(person('admin', { factorKinds: ['totp'], kind: 'token' }), rule, late)).toBeNull()
})
