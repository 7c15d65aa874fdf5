import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trivialReason } from './trivial-password.ts'

const ada = { email: 'ada.l@example.com', firstName: 'Ada', lastName: 'Lovelace' }
const nobody = { email: '', firstName: '', lastName: '' }

test.each([
  ['aaaaaa', 'pattern'],
  ['ababab', 'pattern'],
  ['abcabcabc', 'pattern'],
  ['123123123', 'pattern'],
  ['123456', 'pattern'],
  ['0987654321', 'pattern'],
  ['abcdefgh1', 'pattern'],
  ['QWERTYUIOP!', 'pattern'],
  ['zyxwvu', 'pattern'],
  ['Password1!', 'common'],
  ['P@ssw0rd', 'common'],
  ['Welcome2026!', 'common'],
  ['letmein', 'common'],
  ['Deedbox123', 'common'],
  ['Liverpool1!', 'common'],
  ['pa$$word', 'common'],
  ['P@$5w0rd#99', 'common'],
  ['Liverpool12345678', 'common'],
  ['ada.l@example.com', 'own'],
  ['Ada.L-2026', 'own'],
  ['Lovelace1!', 'own'],
  ['AdaLovelace#1', 'own'],
] as const)('%s is among the first guesses: %s', (password, reason) => {
  expect(trivialReason(password, ada)).toBe(reason)
})

test.each([
  'six666',
  'Brass-Key-1887',
  'Wax-Seal-1902',
  'correct horse battery staple',
  'tin box',
  'Ada keeps 7 deeds',
  // Digits at the end that are no first guess make a good password.
  'Liverpool-84919301',
])('%s is not', (password) => {
  expect(trivialReason(password, ada)).toBeNull()
})

test('an owner without names makes no password trivial', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{3}[0-9]{3}[A-Z]{3}[!?]{2}[a-z]{3}$/), (password) => {
      expect(trivialReason(password, nobody)).toBeNull()
    }),
  )
})
