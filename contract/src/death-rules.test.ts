import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { afterDeaths, type Death, openAfterDeath } from './death-rules.ts'
import { type Recorded, rolesOn } from './party-rules.ts'
import type { PartyRole } from './party-terms.ts'

const day = (n: number) => addDays('2020-01-01', n)
const names = ['Ann', 'Ben', 'Cy']
const partyOf = (name: string) => ({ id: `p-${name}`, name })
const acting = ['trustee', 'attorney', 'executor', 'appointor']

const chain = fc.array(
  fc.record({
    name: fc.constantFrom(...names),
    role: fc.constantFrom('trustee', 'attorney', 'executor', 'appointor', 'beneficiary', 'testator'),
    from: fc.option(fc.nat(20)),
    lasts: fc.option(fc.nat(20)),
    by: fc.option(fc.constantFrom(...names)),
  }),
  { maxLength: 7 },
)
type Told = typeof chain extends fc.Arbitrary<infer T> ? T : never
const toRecords = (all: Told): Recorded[] =>
  all.map(({ name, role, from, lasts, by }, at) => ({
    id: `r${at}`,
    party: partyOf(name),
    role: role as PartyRole,
    nature: role === 'beneficiary' ? 'named' : null,
    from: { day: from === null ? null : day(from), document: null, by: by === null ? null : partyOf(by) },
    until: lasts === null ? null : { day: day((from ?? 0) + lasts), document: null, by: null },
    corrects: null,
    never: false,
  }))

test('on each day those hold a role whom neither their own death, nor that of who gave the power, nor a will not yet speaking keeps from it', () => {
  const dead = fc.dictionary(fc.constantFrom(...names), fc.nat(30))
  fc.assert(
    fc.property(chain, dead, fc.constantFrom('person', 'family_trust'), (all, deathDays, kind) => {
      const records = toRecords(all)
      const diedOn = new Map(Object.entries(deathDays))
      const deaths: Death[] = [...diedOn].map(([name, n]) => ({
        party: partyOf(name),
        day: day(n),
        document: null,
      }))
      const after = afterDeaths({ kind }, records, deaths)
      // Oracle of one day: is the person alive, is the principal, has the testator died?
      const testators = all.filter(({ role }) => role === 'testator').map(({ name }) => name)
      const gone = (name: string, n: number) => n > (diedOn.get(name) ?? Number.POSITIVE_INFINITY)
      const speaks = (n: number) => {
        const died = testators.flatMap((name) => diedOn.get(name) ?? [])
        return died.length === 0 || n >= Math.min(...died)
      }
      for (let n = 0; n <= 42; n++) {
        const expected = all.flatMap(({ name, role, from, lasts, by }, at) => {
          const principals = by !== null ? [by] : kind === 'person' ? testators : []
          const out =
            (acting.includes(role) && gone(name, n)) ||
            (role === 'attorney' && principals.some((one) => gone(one, n))) ||
            (role === 'executor' && !speaks(n))
          const within = n >= (from ?? 0) && (lasts === null || n <= (from ?? 0) + lasts)
          return within && !out ? [`r${at}`] : []
        })
        const held = rolesOn(after, day(n)).map(({ id }) => id)
        expect([n, held.sort()]).toEqual([n, expected.sort()])
      }
    }),
    { numRuns: 300 },
  )
})

test('an open role is found after a death, with the day on which to end it, and no more once it has ended', () => {
  const records = toRecords([
    { name: 'Ann', role: 'trustee', from: 1, lasts: null, by: null },
    { name: 'Ben', role: 'attorney', from: 2, lasts: null, by: 'Ann' },
    { name: 'Cy', role: 'trustee', from: 1, lasts: null, by: null },
    { name: 'Ann', role: 'beneficiary', from: 1, lasts: null, by: null },
    { name: 'Ann', role: 'appointor', from: 1, lasts: 3, by: null },
  ])
  const certificate = { id: 'd', title: 'Death certificate' }
  const deaths = [{ party: partyOf('Ann'), day: day(9), document: certificate }]
  const found = openAfterDeath({ kind: 'family_trust' }, records, deaths, (text) => text)
  expect(found.map(({ says, ends }) => [says, ends])).toEqual([
    [
      'Ann died on 2020-01-10 and is still recorded as trustee, without a last day.',
      { roleId: 'r0', day: '2020-01-10', documentId: 'd' },
    ],
    [
      'Ann, who gave the power, died on 2020-01-10, and Ben is still recorded as attorney, without a last day.',
      { roleId: 'r1', day: '2020-01-10', documentId: 'd' },
    ],
  ])
})
