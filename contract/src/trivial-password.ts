import { dictionary } from '@zxcvbn-ts/language-common'

/** Owner of a password, because people's names are among the first guesses. */
export type PasswordOwner = { email: string; firstName: string; lastName: string }

/** The 49,000 most common passwords, and words that only people of this trade would choose first. */
const common = new Set([...dictionary['passwords-common'], 'deedbox', 'solicitor'])

/** Signs that people type for letters. */
const signs: Record<string, string> = { '@': 'a', $: 's', '0': 'o', '1': 'i', '3': 'e', '5': 's' }
const withLetters = (text: string) => text.replace(/[@$0135]/g, (sign) => signs[sign] ?? sign)

/** Number of digits and signs at the end that do not make a first guess better, unless they are no first guess themselves. */
const tailLength = 6

const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
]
const lines = rows.flatMap((row) => [row + row, [...(row + row)].reverse().join('')])

const isRepeated = (text: string) => /^(.{1,4})\1+$/su.test(text) || new Set(text).size <= 2
const isSequence = (text: string) => text.length > 2 && lines.some((line) => line.includes(text))

/** Reason why a password is among the first guesses. */
export type TrivialReason = 'own' | 'common' | 'pattern'

/**
 * Returns why a password is among the first guesses: its owner's name or email, one of the most common passwords, or one character or group repeated
 * and a row of the alphabet or the keyboard, each with or without some digits or signs at the end. Returns null if it is not.
 */
export function trivialReason(
  password: string,
  { email, firstName, lastName }: PasswordOwner,
): TrivialReason | null {
  const whole = password.toLowerCase()
  const core = whole.replace(/[^\p{L}]+$/u, '')
  const tail = whole.slice(core.length)
  const [first, last] = [firstName.trim().toLowerCase(), lastName.trim().toLowerCase()]
  const address = email.trim().toLowerCase()
  const [local = ''] = address.split('@')
  const own = [
    address,
    local,
    first,
    last,
    `${first}${last}`,
    `${first} ${last}`,
    `${first}.${last}`,
    `${last}${first}`,
  ]
  const names = new Set(own.filter((word) => word.length > 2))
  const reasonFor = (text: string): TrivialReason | null => {
    if (text === '') return null
    if (names.has(text)) return 'own'
    if (isRepeated(text) || isSequence(text)) return 'pattern'
    return common.has(text) || common.has(withLetters(text)) ? 'common' : null
  }
  return reasonFor(whole) ?? (tail.length <= tailLength || reasonFor(tail) ? reasonFor(core) : null)
}
