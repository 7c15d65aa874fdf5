import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTrivialPassword } from './trivial-password.ts'

const ada = { email: 'ada.l@example.com', firstName: 'Ada', lastName: 'Lovelace' }

test.each([
  'aaaaaa',
  'ababab',
  'abcabcabc',
  '123123123',
  '123456',
  '0987654321',
  'abcdefgh1',
  'QWERTYUIOP!',
  'zyxwvu',
  'Password1!',
  'P@ssw0rd',
  'Welcome2026!',
  'letmein',
  'Deedbox123',
  'ada.l@example.com',
  'Ada.L-2026',
  'Lovelace1!',
  'AdaLovelace#1',
])('%s is among the first guesses', (password) => {
  expect(isTrivialPassword(password, ada)).toBe(true)
})

test.each([
  'six666',
  'Brass-Key-1887',
  'Wax-Seal-1902',
  'correct horse battery staple',
  'tin box',
  'Ada keeps 7 deeds',
])('%s is not', (password) => {
  expect(isTrivialPassword(password, ada)).toBe(false)
})

test('an owner without names makes no password trivial', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{3}[0-9]{3}[A-Z]{3}[!?]{2}[a-z]{3}$/), (password) => {
      expect(isTrivialPassword(password, { email: '', firstName: '', lastName: '' })).toBe(false)
    }),
  )
})
