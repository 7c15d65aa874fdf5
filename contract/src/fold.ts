/**
 * Characters that a search ignores, as ranges of a regular expression: accents, vowel points, the Arabic tatweel, and
 * invisible characters. Scripts that write their vowels as marks keep them.
 */
export const ignored =
  '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f' +
  '\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe00-\\ufe0f' +
  '\\ufe20-\\ufe2f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff'

/** Lower-case letters and signs that Unicode does not decompose, with what people type instead. */
export const typedFor: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
  '−': '-',
}

const ignoredMarks = new RegExp(`[${ignored}]+`, 'gu')
const letters = new RegExp(`[${Object.keys(typedFor).join('')}]`, 'gu')

/**
 * Folds a text for searches, which ignore case, accents and Unicode composition in any script. The database's `deedbox_fold` does the same (ADR 13):
 * change both together, by a migration.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ignoredMarks, '')
    .toLowerCase()
    .replace(letters, (letter) => typedFor[letter] ?? letter)
