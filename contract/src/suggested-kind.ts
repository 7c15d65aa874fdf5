import type { DocumentKind } from './document-kinds.ts'
import { fold } from './fold.ts'

/** Characters of a text in which its heading stands. */
export const headingLength = 1_500

/**
 * Words that name a kind of paper, folded, the most telling first: a deed of variation names the trust deed that it changes, and a will the trust that it
 * makes. 'other' is a paper that is known not to be one of the kinds. `heading` are words of titles that a text uses for other things as well.
 */
const papers: readonly { kind: DocumentKind; words: RegExp; heading?: RegExp }[] = [
  { kind: 'codicil', words: /\bcodicils?\b/ },
  { kind: 'probate', words: /\b(probate|letters of administration)\b/ },
  { kind: 'death_certificate', words: /\b(death certificate|certificate of death)\b/ },
  { kind: 'letter_of_wishes', words: /\b(letter|memorandum) of wishes\b/ },
  {
    kind: 'care_directive',
    words: /\b(advance (care|health) (directive|plan)|living will)\b/,
  },
  {
    kind: 'will',
    words: /\b(last will|will and testament|testamentary dispositions?)\b/,
    heading: /\b(the|my|her|his|mutual|mirror)? ?wills?\b(?! (be|have|not)\b)/,
  },
  {
    kind: 'power_of_attorney',
    words: /\b(powers? of attorney|(enduring|medical) attorney|enduring power|epoa|epa)\b/,
  },
  { kind: 'guardianship', words: /\b(enduring|medical) guardian(s|ship)?\b/ },
  { kind: 'other', words: /\b(death benefit|binding) nominations?\b/ },
  {
    kind: 'variation',
    words:
      /\b(deeds? of (variation|amendment)|variation of (the )?(trust|deed)|deed varying|amending deed)\b/,
  },
  {
    kind: 'appointment',
    words:
      /\b(deeds? of ((retirement|removal) and )?(appointment|change)|(appointment|change) of (the |a |new )*(trustee|appointor|principal)s?)\b/,
  },
  { kind: 'retirement', words: /\bdeeds? of retirement\b/ },
  { kind: 'removal', words: /\bdeeds? of removal\b/ },
  { kind: 'vesting', words: /\b(vesting (deed|declaration)|deed of vesting)\b/ },
  { kind: 'distribution', words: /\bdistribution (resolutions?|minutes)\b/ },
  { kind: 'minutes', words: /\b(trustees?'? minutes|minutes of)\b/, heading: /\bminutes\b/ },
  {
    kind: 'resolution',
    words: /\b(trustees?'? resolutions?|resolutions? of the (trustees?|directors?))\b/,
    heading: /\bresolutions?\b/,
  },
  { kind: 'trust_deed', words: /\b(declaration|deed) of trust\b/ },
  {
    kind: 'registration',
    words: /\b(certificate of (registration|incorporation)|registration certificate)\b/,
  },
  { kind: 'financial_statement', words: /\b(financial statements?|balance sheet|profit and loss)\b/ },
  {
    kind: 'trust_deed',
    words:
      /\b((trust|settlement|superannuation fund|super fund|smsf) deed|deed of settlement|deed of (the )?[a-z' -]{0,40}trust)\b/,
    heading: /\b(family|unit|discretionary|hybrid|charitable|bare|testamentary|fixed) trust\b/,
  },
  { kind: 'other', words: /\b((company )?constitution|share certificate|asic)\b/ },
  {
    kind: 'other',
    words:
      /\b(contract of sale|lease|loan agreement|(binding financial|shareholders?'?) agreement|mortgage)\b/,
  },
]

/** Words in which 'will' is a person's name or a verb in titles. */
const notWills = /\bwill (smith|be|not)\b|\bgoodwill\b/

const words = (text: string): string => fold(text).replace(/[^\p{L}\p{N}']+/gu, ' ')

function inTitle(title: string): DocumentKind | undefined {
  const said = words(title).trim()
  return papers.find(
    ({ words, heading }) => words.test(said) || (heading?.test(said) === true && !notWills.test(said)),
  )?.kind
}

function inText(text: string): DocumentKind | undefined {
  const said = words(text.slice(0, headingLength))
  const places = papers.flatMap(({ kind, words }) => {
    const at = said.search(words)
    return at < 0 ? [] : [{ kind, at }]
  })
  return places.toSorted((a, b) => a.at - b.at)[0]?.kind
}

/**
 * Suggests the kind of a document from its title, or else from the heading of its text; null if neither names one. It is only shown: the person confirms
 * it or chooses another one.
 */
export const suggestedKind = (title: string, text = ''): DocumentKind | null =>
  inTitle(title) ?? inText(text) ?? null
