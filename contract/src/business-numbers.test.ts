import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  abnText,
  acnText,
  businessNumberDoubt,
  businessNumberProblems,
  isAbn,
  isAcn,
  withoutGaps,
} from './business-numbers.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })

/** Pairs of an ACN, made by the register's rule, and its company's ABN, which puts two digits before it. */
const acns = digits(8).map((eight) => {
  const sum = eight.reduce((before, digit, at) => before + digit * (8 - at), 0)
  return eight.join('') + ((10 - (sum % 10)) % 10)
})
const abnOf = (nine: string): string => {
  const sum = [...nine].reduce((before, digit, at) => before + Number(digit) * (3 + 2 * at), 0)
  return `${99 - (sum % 89)}${nine}`
}

test.each(['51824753556', '53004085616', '83914571673'])('%s is an ABN', (abn) => {
  expect(isAbn(abn)).toBe(true)
})

test.each(['004085616', '000000019', '010499966'])('%s is an ACN', (acn) => {
  expect(isAcn(acn)).toBe(true)
})

test('every number that the registers make is accepted, and the two fit together', () => {
  fc.assert(
    fc.property(acns, (acn) => {
      const abn = abnOf(acn)
      expect([isAcn(acn), isAbn(abn), businessNumberProblems({ abn, acn })]).toEqual([true, true, {}])
    }),
  )
})

test('one wrong digit, or two neighbours swapped, is noticed in an ABN', () => {
  fc.assert(
    fc.property(digits(9), fc.nat(10), fc.integer({ min: 1, max: 9 }), (nine, at, by) => {
      const abn = abnOf(nine.join(''))
      const wrong = [...abn].with(at, String((Number(abn[at]) + by) % 10)).join('')
      expect(isAbn(wrong)).toBe(false)
      const swapped = [...abn]
      const next = Math.min(at + 1, 10)
      ;[swapped[at], swapped[next]] = [abn[next] ?? '', abn[at] ?? '']
      if (swapped.join('') !== abn) expect(isAbn(swapped.join(''))).toBe(false)
    }),
  )
})

test('a wrong last digit is noticed in an ACN', () => {
  fc.assert(
    fc.property(acns, fc.integer({ min: 1, max: 9 }), (acn, by) => {
      expect(isAcn(acn.slice(0, 8) + ((Number(acn[8]) + by) % 10))).toBe(false)
    }),
  )
})

test('a number is the same however it is spaced', () => {
  fc.assert(
    fc.property(acns, (acn) => {
      const abn = abnOf(acn)
      expect(withoutGaps(abnText(abn))).toBe(abn)
      expect(withoutGaps(acnText(acn).replaceAll(' ', '-'))).toBe(acn)
      expect(businessNumberProblems({ abn: ` ${abnText(abn)} `, acn: acnText(acn) })).toEqual({})
    }),
  )
  expect([abnText('51824753556'), acnText('004085616')]).toEqual(['51 824 753 556', '004 085 616'])
})

test('it says what is wrong', () => {
  const problems = (abn: string, acn: string) => businessNumberProblems({ abn, acn })
  expect(problems('', '')).toEqual({})
  expect(problems('51 824 753 55', '').abn).toMatch(/of 11 digits/)
  expect(problems('ABN 51824753', '').abn).toMatch(/of 11 digits/)
  expect(problems('51 824 753 565', '').abn).toMatch(/do not add up/)
  expect(problems('', '004 085 617').acn).toMatch(/do not add up/)
})

test('numbers that do not fit together are doubted and accepted: a trust has its own ABN', () => {
  const typed = { abn: '51 824 753 556', acn: '004 085 616' }
  expect(businessNumberProblems(typed)).toEqual({})
  expect(businessNumberDoubt(typed)).toMatch(/this ABN ends in 824 753 556/)
  expect(businessNumberDoubt({ ...typed, acn: '' })).toBeNull()
  expect(businessNumberDoubt({ ...typed, abn: '53 004 085 616' })).toBeNull()
})
