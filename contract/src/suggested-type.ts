import type { documentTypes } from './document-terms.ts'
import { fold } from './fold.ts'

type DocumentType = (typeof documentTypes)[number]

/** Kind of paper, as its title or its heading names it, and the type that it has here. */
export type SuggestedType = { type: DocumentType; paper: string }

/** Characters of a text in which its heading stands. */
export const headingLength = 1_500

/**
 * Words that name a kind of paper, folded, the most telling first: a deed of variation names the trust deed that it changes, and a will the trust that it
 * makes. `heading` are words of titles that a text uses for other things as well: there they count at its start only.
 */
const papers: readonly (SuggestedType & { words: RegExp; heading?: RegExp })[] = [
  { paper: 'a codicil', type: 'other', words: /\bcodicils?\b/ },
  {
    paper: 'a will',
    type: 'other',
    words: /\b(last will|will and testament|testamentary dispositions?|probate)\b/,
    heading: /\b(the|my|her|his|mutual|mirror)? ?wills?\b(?! (be|have|not)\b)/,
  },
  {
    paper: 'a power of attorney',
    type: 'other',
    words: /\b(powers? of attorney|(enduring|medical) (attorney|guardian)|enduring power|epoa|epa)\b/,
  },
  {
    paper: 'an advance care directive',
    type: 'other',
    words: /\b(advance (care|health) (directive|plan)|living will)\b/,
  },
  { paper: 'a binding nomination', type: 'other', words: /\b(death benefit|binding) nominations?\b/ },
  {
    paper: 'a deed of variation',
    type: 'trust_deed',
    words:
      /\b(deeds? of (variation|amendment)|variation of (the )?(trust|deed)|deed varying|amending deed)\b/,
  },
  {
    paper: 'a deed of appointment',
    type: 'trust_deed',
    words:
      /\bdeeds? of (appointment|retirement|removal|change)( and (appointment|retirement|removal|indemnity))?( of)?( (a|the|new))*( (trustees?|appointors?|principals?|guardians?))?\b/,
  },
  { paper: 'a declaration of trust', type: 'trust_deed', words: /\b(declaration|deed) of trust\b/ },
  {
    paper: 'a trust deed',
    type: 'trust_deed',
    words:
      /\b((trust|settlement|superannuation fund|super fund|smsf) deed|deed of settlement|deed of (the )?[a-z' -]{0,40}trust)\b/,
    heading: /\b(family|unit|discretionary|hybrid|charitable|bare|testamentary|fixed) trust\b/,
  },
  {
    paper: 'a trust document',
    type: 'other',
    words: /\b(trustees?'? (resolutions?|minutes)|distribution (resolutions?|minutes))\b/,
  },
  {
    paper: 'a company document',
    type: 'other',
    words: /\b((company )?constitution|share certificate|asic)\b/,
  },
  {
    paper: 'a contract',
    type: 'other',
    words:
      /\b(contract of sale|lease|loan agreement|(binding financial|shareholders?'?) agreement|mortgage)\b/,
  },
  { paper: 'a letter', type: 'other', words: /\bletter of wishes\b/ },
]

/** Words in which 'will' is a person's name or a verb in titles. */
const notWills = /\bwill (smith|be|not)\b|\bgoodwill\b/

const words = (text: string): string => fold(text).replace(/[^\p{L}\p{N}']+/gu, ' ')

function inTitle(title: string): SuggestedType | undefined {
  const said = words(title).trim()
  return papers.find(
    ({ words, heading }) => words.test(said) || (heading?.test(said) === true && !notWills.test(said)),
  )
}

function inText(text: string): SuggestedType | undefined {
  const said = words(text.slice(0, headingLength))
  const places = papers.flatMap((paper) => {
    const at = said.search(paper.words)
    return at < 0 ? [] : [{ paper, at }]
  })
  return places.toSorted((a, b) => a.at - b.at)[0]?.paper
}

/**
 * Suggests the type of a document from its title, or else from the heading of its text; null if neither names a kind of paper. It is only shown: the
 * person confirms it or chooses another one (specification, section 3: `type`).
 */
export function suggestedType(title: string, text = ''): SuggestedType | null {
  const found = inTitle(title) ?? inText(text)
  return found ? { type: found.type, paper: found.paper } : null
}
