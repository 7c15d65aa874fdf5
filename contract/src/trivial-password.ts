/** Whose password it is: people's names are among the first guesses. */
export type PasswordOwner = { email: string; firstName: string; lastName: string }

/** The most common passwords, without the digits and signs that people add at the end. */
const common = new Set(
  (
    'password passwort passw0rd p@ssw0rd p@ssword pa$$word pass letmein welcome welcome1 iloveyou monkey dragon football ' +
    'baseball basketball soccer cricket master superman batman sunshine princess shadow michael jordan killer trustno1 ' +
    'starwars whatever freedom ninja computer internet secret changeme default login admin administrator root guest user ' +
    'test testing hello charlie donald jennifer hunter ranger buster thomas robert daniel george ashley nicole jessica ' +
    'pepper flower summer winter spring autumn monday friday january december cheese chocolate cookie banana orange ' +
    'purple silver golden diamond ginger hannah maggie matthew andrew joshua amanda melissa australia sydney melbourne ' +
    'brisbane kangaroo deedbox qwerty qwertz azerty abc123 a1b2c3 q1w2e3 1q2w3e 1qaz2wsx zaq12wsx qazwsx qwe123 asd123 ' +
    'love lovely trustee solicitor lawyer'
  ).split(' '),
)

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

/**
 * Whether a password is among the first guesses: one character or group repeated, a row of the alphabet or the keyboard,
 * one of the most common words, or its owner's name or email; also with digits or signs at the end.
 */
export function isTrivialPassword(password: string, { email, firstName, lastName }: PasswordOwner): boolean {
  const whole = password.toLowerCase()
  const core = whole.replace(/[^\p{L}]+$/u, '')
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
  const words = new Set([...common, ...own.filter((word) => word.length > 2)])
  return [whole, core].some(
    (text) => words.has(text) || (text.length > 0 && (isRepeated(text) || isSequence(text))),
  )
}
