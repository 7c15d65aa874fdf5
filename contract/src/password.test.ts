import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordStrength } from './password.ts'

test.each([
  ['', 0, 'Weak', false],
  ['abc', 2, 'Weak', false],
  ['aaa', 1, 'Weak', false],
  ['abcdefgh', 3, 'Medium', false],
  ['abcdefgh1', 4, 'Medium', true],
  ['Abcdefg1', 5, 'Strong', true],
  ['Abcdefg1!', 6, 'Strong', true],
  ['Abcdefghijk1!', 6, 'Strong', true],
  ['Aaaa1!xyzzy', 5, 'Strong', true],
  // Password of four points with seven characters: the form still asks for eight.
  ['Abcde1!', 5, 'Strong', false],
] as const)('%j scores %i, %s', (password, score, label, valid) => {
  expect(passwordStrength(password)).toMatchObject({ score, label, valid })
})

test('lists the rules that are not met, and only those', () => {
  expect(passwordStrength('aaa').feedback).toEqual([
    'Use at least 8 characters',
    'Include uppercase letters',
    'Include numbers',
    'Include special characters',
    'Avoid repeating characters',
  ])
  expect(passwordStrength('Abcdefg1!').feedback).toEqual([])
})

test('the score is 0 to 6, and the label and validity follow from it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (password) => {
      const { score, label, valid } = passwordStrength(password)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(6)
      expect(label).toBe(score <= 2 ? 'Weak' : score <= 4 ? 'Medium' : 'Strong')
      if (valid) expect(password.length).toBeGreaterThanOrEqual(8)
    }),
  )
})

test('adding a digit to a password without one never lowers the score', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z!?]{0,20}$/), (password) => {
      expect(passwordStrength(`${password}7`).score).toBeGreaterThanOrEqual(passwordStrength(password).score)
    }),
  )
})

test.each(['abcdefghijkl', 'ABCDEFGHIJKL', '839271650482', '!?-+*/!?-+*/', 'κωδικοςμεγας'])(
  'from twelve characters on one kind is enough: %s',
  (password) => {
    expect(passwordStrength(password)).toMatchObject({ score: 4, valid: true })
  },
)
