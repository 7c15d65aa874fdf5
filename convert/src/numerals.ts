/** Numbers of lists as the two families of office files name their kinds. */

const romans: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function roman(number: number): string {
  if (number < 1 || number > 4_999) return String(number)
  let rest = number
  let result = ''
  for (const [value, letters] of romans) for (; rest >= value; rest -= value) result += letters
  return result
}

/** a to z, then aa, bb and so on, as word processors count. */
function letter(number: number): string {
  if (number < 1 || number > 780) return String(number)
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26))
}

function ordinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13
  return `${number}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`
}

export function numeral(number: number, kind: string | undefined): string {
  switch (kind) {
    case 'lowerLetter':
    case 'a':
      return letter(number)
    case 'upperLetter':
    case 'A':
      return letter(number).toUpperCase()
    case 'lowerRoman':
    case 'i':
      return roman(number)
    case 'upperRoman':
    case 'I':
      return roman(number).toUpperCase()
    case 'decimalZero':
      return String(number).padStart(2, '0')
    case 'ordinal':
      return ordinal(number)
    case 'none':
    case '':
      return ''
    default:
      return String(number)
  }
}
