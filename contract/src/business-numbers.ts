/** An ABN or ACN as it is stored: without the spaces, points and hyphens that people type. */
export const withoutGaps = (typed: string): string => typed.replace(/[\s.\-\u2010-\u2015]/gu, '')

const digitsOf = (text: string): number[] => [...text].map(Number)
const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
const acnWeights = [8, 7, 6, 5, 4, 3, 2, 1]
const weighed = (digits: number[], weights: number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0)

/** Tells whether these are the eleven digits of an ABN: the weighed sum, with 1 less in the first place, is a multiple of 89. */
export function isAbn(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  const [first = 0, ...rest] = digitsOf(text)
  return weighed([first - 1, ...rest], abnWeights) % 89 === 0
}

/** Tells whether these are the nine digits of an ACN, the last of which checks the others. */
export function isAcn(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const digits = digitsOf(text)
  return digits[8] === (10 - (weighed(digits, acnWeights) % 10)) % 10
}

/** Writes an ABN as '51 824 753 556'. */
export const abnText = (abn: string): string => abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
/** Writes an ACN as '004 085 616'. */
export const acnText = (acn: string): string => acn.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3')

/** Returns what is wrong with the numbers of an organisation as typed; either may be blank. */
export function businessNumberProblems(typed: { abn: string; acn: string }): { abn?: string; acn?: string } {
  const abn = withoutGaps(typed.abn)
  const acn = withoutGaps(typed.acn)
  return {
    ...(abn && !isAbn(abn) && { abn: problemOf(abn, 11, 'an ABN', '51 824 753 556') }),
    ...(acn && !isAcn(acn) && { acn: problemOf(acn, 9, 'an ACN', '004 085 616') }),
  }
}

/**
 * Returns what to check about two valid numbers, as a company's ABN ends in its ACN. They are not refused, because a trust has an ABN of its own
 * beside the ACN of its trustee company.
 */
export function businessNumberDoubt(typed: { abn: string; acn: string }): string | null {
  const abn = withoutGaps(typed.abn)
  const acn = withoutGaps(typed.acn)
  if (!isAbn(abn) || !isAcn(acn) || abn.slice(2) === acn) return null
  return `A company’s ABN ends in its ACN, and this ABN ends in ${acnText(abn.slice(2))}. Please check both, unless it is the ABN of a trust`
}

const problemOf = (text: string, length: number, what: string, example: string): string =>
  /^\d+$/.test(text) && text.length === length
    ? `This is not ${what}: its digits do not add up. Please check them`
    : `Please enter ${what} of ${length} digits, for example ${example}`
