import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fitTogether, phone, postalAddress } from './address.ts'
import { isPostcode, postcodeFits, type State, states } from './australia.ts'
import { phoneText, toE164 } from './phone.ts'

const names = Object.keys(states) as State[]
const address = z.strictObject(postalAddress).superRefine(fitTogether)
const blank = { address: '', city: '', state: '', postalCode: '' }
const problemsOf = (given: object) =>
  Object.fromEntries(
    address
      .safeParse({ ...blank, ...given })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  )

test.each<[string, ...State[]]>([
  ['2000', 'NSW'],
  ['1001', 'NSW'],
  ['3000', 'VIC'],
  ['8001', 'VIC'],
  ['4000', 'QLD'],
  ['9726', 'QLD'],
  ['5000', 'SA'],
  ['6000', 'WA'],
  ['6798', 'WA'],
  ['7000', 'TAS'],
  ['0200', 'ACT'],
  ['2601', 'NSW', 'ACT'],
  ['2540', 'NSW', 'ACT'],
  ['2620', 'NSW', 'ACT'],
  ['2914', 'NSW', 'ACT'],
  ['0800', 'NT'],
  ['0872', 'SA', 'WA', 'NT'],
  ['3644', 'NSW', 'VIC'],
  ['4380', 'NSW', 'QLD'],
  ['4825', 'QLD', 'NT'],
  ['2880', 'NSW', 'SA'],
])('%s is in %s', (postcode, ...expected) => {
  expect(names.filter((state) => postcodeFits(state, postcode)).sort()).toEqual([...expected].sort())
})

test('every Australian postcode is in some state, and nothing else is one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999 }), (number) => {
      const postcode = String(number).padStart(4, '0')
      expect(isPostcode(postcode)).toBe(names.some((state) => postcodeFits(state, postcode)))
    }),
  )
  for (const text of ['', '20', '200', '0100', '20000', ' 2000', '2o00', '٢٠٠٠'])
    expect(isPostcode(text)).toBe(false)
})

test('an address is checked in Australia only, and may be left blank', () => {
  expect(problemsOf({})).toEqual({})
  expect(problemsOf({ state: 'NSW', postalCode: '2000' })).toEqual({})
  expect(problemsOf({ postalCode: '2000' })).toEqual({})
  expect(problemsOf({ state: 'NSW', postalCode: '3000' })).toEqual({
    postalCode: 'This postcode is not in New South Wales',
  })
  expect(problemsOf({ state: 'New South Wales' })).toEqual({ state: 'Please choose a state or territory' })
  expect(problemsOf({ state: 'toString' })).toEqual({ state: 'Please choose a state or territory' })
  expect(Object.keys(problemsOf({ state: 'NSW', postalCode: '200' }))).toEqual(['postalCode'])
  expect(problemsOf({ country: 'GB', state: 'Kent', postalCode: 'CT1 2EH' })).toEqual({})
  for (const country of ['ZZ', 'au', 'AUS', '', '__'])
    expect(Object.keys(problemsOf({ country })), country).toEqual(['country'])
})

test.each([
  ['0412 345 678', '+61412345678', '0412 345 678'],
  ['02 9374 4000', '+61293744000', '(02) 9374 4000'],
  ['(02) 9374-4000', '+61293744000', '(02) 9374 4000'],
  ['+61 412 345 678', '+61412345678', '0412 345 678'],
  ['1300 975 707', '+611300975707', '1300 975 707'],
  ['+64 21 123 4567', '+64211234567', '+64 21 123 4567'],
])('%s is kept as %s and shown as %s', (typed, kept, shown) => {
  expect(phone.parse(typed)).toBe(kept)
  expect(phoneText(kept)).toBe(shown)
  expect(phone.parse(shown)).toBe(kept)
})

test('a phone number may be blank, and anything else is refused', () => {
  expect(phone.parse('  ')).toBe('')
  for (const typed of ['12', '0412', '0412 345 67', 'call me', '+61', '+999 123', '0412 345 678 ext. 2'])
    expect(phone.safeParse(typed).success, typed).toBe(false)
})

test('what is kept is read again as the same number', () => {
  const mobile = fc.integer({ min: 0, max: 99_999_999 }).map((n) => `04${String(n).padStart(8, '0')}`)
  fc.assert(
    fc.property(mobile, (typed) => {
      const kept = toE164(typed)
      fc.pre(kept !== null)
      expect(kept).toBe(`+61${typed.slice(1)}`)
      expect(toE164(phoneText(kept))).toBe(kept)
    }),
  )
  fc.assert(fc.property(fc.string({ maxLength: 40 }), (typed) => void phone.safeParse(typed)))
})
