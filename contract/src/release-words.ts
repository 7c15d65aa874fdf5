import { listText } from './list-text.ts'
import type { NominationWay } from './release-terms.ts'
import { dayInWords } from './typed-day.ts'

/** Terms of a nomination, as far as they are known: a number that is not typed yet is NaN. */
export type TermsInWords = {
  how: NominationWay
  quorum: number | null
  waitDays: number
  accessLevel: 'view' | 'download'
  lastsDays: number | null
  lastsUntil: string | null
  evidence: string
  needsAgreement: boolean
  /** Client on whose instruction it is made; null: the owner names nominees for their own papers. */
  onBehalfOf: string | null
}

/** Nominees by name, or, for one of them, how many there are and how much longer they wait. */
export type NomineesInWords =
  | readonly { name: string; afterDays: number }[]
  | { you: true; of: number; afterDays: number }

/** Names whose papers they are: the client's, or else the owner's. A nominee reads this and no title before access begins. */
export const whosePapers = ({ onBehalfOf, ownerName }: { onBehalfOf: string | null; ownerName: string }) =>
  onBehalfOf ?? ownerName

type Absences = readonly { from: string; until: string }[]

const number = (n: number) => (Number.isFinite(n) ? String(n) : '…')
const days = (n: number) => `${number(n)} ${n === 1 ? 'day' : 'days'}`

/** Says who asks, and with which verb. */
function askersOf({ how, quorum }: TermsInWords, nominees: NomineesInWords): string {
  const many = how === 'quorum'
  if ('you' in nominees) return many ? `you and others ask, ${quorum} of ${nominees.of} nominees,` : 'you ask'
  const names = nominees.map(({ name }, at) => name.trim() || `nominee ${at + 1}`)
  if (many) return `${number(quorum ?? Number.NaN)} of ${listText(names)} ask`
  return `${listText(names, 'or')} asks`
}

/** Says for how long a veto is waited for; in order, those who come later wait longer. */
function waitOf({ how, waitDays }: TermsInWords, nominees: NomineesInWords): string {
  if ('you' in nominees) return days(waitDays + nominees.afterDays)
  const later = nominees
    .map((one, at) => ({ ...one, name: one.name.trim() || `nominee ${at + 1}` }))
    .filter(({ afterDays }) => how === 'order' && afterDays > 0)
    .map(({ name, afterDays }) => `${name}: ${days(waitDays + afterDays)}`)
  return later.length > 0 ? `${days(waitDays)} (${later.join(', ')})` : days(waitDays)
}

/** Says in plain words what will happen by a nomination: the same on its form, on pages and in mails. `papers`: what they get. */
export function releaseInWords(
  terms: TermsInWords & { absences?: Absences },
  nominees: NomineesInWords,
  papers: string,
): string {
  const evidence = terms.evidence.trim().replace(/\s+/g, ' ').replace(/\.$/, '')
  const asked = `${askersOf(terms, nominees)}${evidence && ` with evidence (${evidence})`}`
  const conditions = [asked, terms.needsAgreement ? 'a trustee agrees' : '']
  const who = 'you' in nominees ? 'you' : 'they'
  const may = terms.accessLevel === 'download' ? 'view and download' : 'view'
  const until = terms.lastsUntil
    ? `until ${dayInWords(terms.lastsUntil)}`
    : `for ${days(terms.lastsDays ?? Number.NaN)}`
  const away = (terms.absences ?? []).map(({ from, until }) => `${dayInWords(from)} to ${dayInWords(until)}`)
  return [
    `If ${conditions.filter(Boolean).join(', ')} and nobody vetoes it for ${waitOf(terms, nominees)}, then ${until} ${who} may ${may} ${papers}.`,
    terms.onBehalfOf !== null &&
      !('you' in nominees) &&
      `Nominees are told that these are papers of ${terms.onBehalfOf.trim() || '…'}, and no title.`,
    away.length > 0 && `The owner is away from ${listText(away)}: these days do not count.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Says which documents nominees get: one by its title, or those of a matter. `count`: how many are named; null: all that are in it when they ask. */
export function papersInWords(
  of: { document: string } | { matter: string; count: number | null; today?: boolean },
): string {
  if ('document' in of) return `“${of.document}”`
  if (of.today) return `all documents that are in “${of.matter}” today`
  if (of.count === null) return `all documents that are in “${of.matter}” when they ask`
  return `${number(of.count)} ${of.count === 1 ? 'document' : 'documents'} of “${of.matter}”`
}
