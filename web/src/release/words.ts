import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { Nominated, Nomination } from './queries.ts'

type Terms = Pick<
  Nomination & Nominated,
  'how' | 'quorum' | 'waitDays' | 'accessLevel' | 'lastsDays' | 'lastsUntil' | 'needsAgreement'
>

const days = (n: number) => `${n} ${n === 1 ? 'day' : 'days'}`

/** Ways in which nominees come in. */
export const wayOf = ({ how, quorum }: Terms, nominees: number): string =>
  how === 'quorum'
    ? `${quorum} of ${nominees} must ask`
    : nominees === 1
      ? 'One nominee'
      : 'Each may ask, one after the other'

export const waitOf = ({ waitDays }: Terms, afterDays = 0): string =>
  afterDays > 0 ? `${days(waitDays)}, after ${days(afterDays)} for those who come first` : days(waitDays)

/** Words for the access that it gives and for how long; `dayText` writes a day. */
export const givesOf = (terms: Terms, dayText: (day: string) => string): string =>
  `${accessLevelLabels[terms.accessLevel]}, ${
    terms.lastsUntil ? `until ${dayText(terms.lastsUntil)}` : `for ${days(terms.lastsDays ?? 0)}`
  }`

export const conditionsOf = ({ evidence, needsAgreement }: Terms & { evidence: string }): string =>
  [evidence && `Evidence: ${evidence}`, needsAgreement && 'A trustee must agree'].filter(Boolean).join(' · ')
