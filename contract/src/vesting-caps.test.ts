import { expect, test } from 'vitest'
import { type State, states } from './australia.ts'
import { dueKinds } from './due-date-terms.ts'
import { beyondCap, vestingCapOf, vestingCaps } from './vesting-caps.ts'

test('each state and territory has a cap with its source, and what was not read in the law does not say that it was', () => {
  expect(Object.keys(vestingCaps).sort()).toEqual(Object.keys(states).sort())
  for (const { source, certainty, readOn } of Object.values(vestingCaps)) {
    expect(source).not.toBe('')
    expect(certainty === 'verified').toBe(readOn !== null)
  }
  const verified = (Object.keys(vestingCaps) as State[]).filter(
    (state) => vestingCaps[state].certainty === 'verified',
  )
  expect(verified.sort()).toEqual(['NSW', 'SA'])
})

test('a cap only warns of a day beyond it, and of nothing that is not known', () => {
  const trust = (governingLaw: string | null, kind = 'family_trust') => vestingCapOf({ kind, governingLaw })
  expect([trust(null), trust('NSW', 'charitable_trust'), trust('NSW', 'super_fund')]).toEqual([
    null,
    null,
    null,
  ])
  const nsw = vestingCaps.NSW
  expect(trust('NSW')).toBe(nsw)
  expect(beyondCap(nsw, '1985-03-04', '2065-03-04')).toBe(false)
  expect(beyondCap(nsw, '1985-03-04', '2065-03-05')).toBe(true)
  expect(beyondCap(vestingCaps.SA, '1985-03-04', '2965-03-05')).toBe(false)
  expect(beyondCap(nsw, null, '2965-03-05')).toBe(false)
  expect(beyondCap(nsw, '1985-03-04', null)).toBe(false)
})

test('vesting reminds 10, 5, 2 and 1 years and 90 days before', () => {
  expect(dueKinds.vesting.remind).toEqual([3_650, 1_825, 730, 365, 90])
})
