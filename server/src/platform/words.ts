import { fold } from '@deedbox/contract/fold.ts'

/** The version of the rules below, and of which texts of a file are read: they are read again when it grows. */
export const wordRules = 3

/** Letters, digits and marks, joined by what stands inside words and numbers: O'Brien, co-trustee, 1/2024, 1,250.50. */
const tokens = /[\p{L}\p{N}\p{M}]+(?:(?:['&@._-]|(?<=\p{N})[/,:](?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu
const separators = /['&@._,:/-]/u
/** PDFium puts a control character where a word is broken at the end of a line; others write a hyphen. */
const broken = /(?<=\p{L})(?:(?:[^\P{Cc}\s]|\ufffe)\s*|-[^\S\n]*\r?\n\s*)(?=\p{L})/gu
const possessive = /(?<=\p{L})'s(?![\p{L}\p{N}'])/gu
/** 1,250,000 is the number that people also write 1250000. */
const thousands = /(?<=\p{N}),(?=\p{N}{3}(?!\p{N}))/gu
/** An ABN or ACN in its groups. */
const groups = /(?<![\p{L}\p{N}])(?:\d{2} \d{3} \d{3} \d{3}|\d{3} \d{3} \d{3})(?![\p{L}\p{N}])/gu
/** Scripts that put no spaces between words: each two characters that follow each other count as one word. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu
const longest = 40

/** Words that are in nearly every English text and say nothing. */
const common = new Set(
  'the of and to in is be by or for on as at an it its this that with are was from not if has had have been such'.split(
    ' ',
  ),
)

/** Returns every distinct word of a text that the search by words knows. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>()
  const plain = prepared(text)
  for (const [token] of plain.matchAll(tokens)) {
    for (const part of token.split(separators)) add(words, part)
    if (separators.test(token)) add(words, whole(token))
  }
  for (const [group] of plain.matchAll(groups)) add(words, digitsOf(group))
  return words
}

/** Returns the words that a document must have all of, for a text that somebody looks for; none if it has only common ones. */
export function wordsAsked(text: string): string[] {
  const words = new Set<string>()
  const plain = prepared(text).replace(groups, digitsOf)
  for (const [token] of plain.matchAll(tokens)) add(words, whole(token))
  return [...words]
}

const prepared = (text: string): string =>
  fold(text).replace(broken, '').replace(possessive, '').replace(thousands, '')
const digitsOf = (group: string): string => group.replace(/\D/g, '')

/** Writes a word with its inner signs as everybody may write them: o'brien as obrien, 12.3.2024 and 12-3-2024 as 12/3/2024. */
const whole = (token: string): string =>
  token
    .replace(/(?<=\p{N}),(?=\p{N})/gu, '')
    .replace(/(?<=\p{N})[.:-](?=\p{N})/gu, '/')
    .replace(/['&@._:-]/gu, '')

function add(words: Set<string>, word: string): void {
  for (const [run] of word.matchAll(unspaced)) for (const pair of pairsOf(run)) words.add(pair)
  for (const rest of word.split(unspaced)) {
    // A single letter or digit is in nearly every document.
    if (rest.length > 1 && rest.length <= longest && !common.has(rest)) words.add(rest)
  }
}

function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}
