import { expect, test } from 'vitest'
import { passwordProblem } from './password-problem.ts'

const ada = { email: 'ada.l@example.com', firstName: 'Ada', lastName: 'Lovelace' }

test.each([
  // Password with full strength that is still among the first guesses.
  ['Password123!', 'common', 'common'],
  ['Lovelace-1815', 'own', 'own'],
  ['Abcdefgh1!', 'pattern', 'pattern'],
  ['Kbrde1!', 'weak', null],
  ['tin bo', 'weak', null],
  ['five5', 'short', 'short'],
  ['Wax-Seal-'.repeat(15), 'long', 'long'],
  ['Brass-Key-1887', null, null],
] as const)('%j: at sign-up %s, at a reset %s', (password, strong, reset) => {
  expect(passwordProblem(password, ada, 'strong')).toBe(strong)
  expect(passwordProblem(password, ada, 'reset')).toBe(reset)
})
