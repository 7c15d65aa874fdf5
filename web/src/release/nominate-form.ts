import type { nominationWayNames } from '@deedbox/contract/release-terms.ts'
import { papersInWords, releaseInWords } from '@deedbox/contract/release-words.ts'
import { checkDay } from '@deedbox/contract/typed-day.ts'
import { noDay } from '../ui/typed-day.ts'
import type { AccessLevel } from '../ui/which-level.tsx'
import { type Absence, allAbsences } from './absence-fields.tsx'

/* What is typed to name nominees, and what follows from it. */

/** Subjects for which nominees are named. */
export type NominateOf =
  | { document: { id: string; title: string; ownerId: string; clientName: string | null }; matter?: never }
  | { matter: { id: string; name: string }; document?: never }

export const missing = 'Please enter a name and an email address for each nominee'
export const nobody = { name: '', email: '', afterDays: 0 as number | string }
type Typed = typeof nobody
export const isPart = ({ name, email }: Typed): boolean => name.trim() === '' || email.trim() === ''
export const number = (value: number | string) => (typeof value === 'number' ? value : Number.NaN)
export const within = (most: number) => (value: number | string) =>
  number(value) >= 1 && number(value) <= most ? null : `Please enter a number from 1 to ${most}`

export const whichDocuments = {
  asked: 'All that are in the matter when a nominee asks',
  today: 'All that are in the matter today',
  chosen: 'Documents that I choose',
} as const
type Which = keyof typeof whichDocuments

export const whosePapersTheyAre = { own: 'Mine', client: 'A client’s' } as const

const blank = {
  nominees: [nobody],
  how: 'order' as (typeof nominationWayNames)[number],
  quorum: 2 as number | string,
  which: 'asked' as Which,
  documentIds: [null] as (string | null)[],
  accessLevel: 'view' as AccessLevel,
  lasts: 'days' as 'days' | 'day',
  lastsDays: 90 as number | string,
  lastsUntil: noDay,
  waitDays: 30 as number | string,
  evidence: '',
  needsAgreement: false,
  absences: [] as Absence[],
  awayFrom: noDay,
  awayUntil: noDay,
  ownerEmail: '',
  whose: 'own' as keyof typeof whosePapersTheyAre,
  onBehalfOf: '',
  instructionId: null as string | null,
}
type Values = typeof blank
type Whose = Pick<Values, 'whose' | 'ownerEmail'>
type User = { id: string; name: string; email: string }

/** Form as it is opened: a matter is a client's, as is a document with the name of one. A matter's name is no person's, so the client's is typed there. */
export function begun(of: NominateOf, user: User): Values {
  if (of.matter) return { ...blank, whose: 'client' }
  const client = of.document.clientName ?? ''
  return client !== '' && client !== user.name ? { ...blank, whose: 'client', onBehalfOf: client } : blank
}

/** A single nominee comes in alone, whatever was chosen while there were more. */
export const wayOf = ({ how, nominees }: Pick<Values, 'how' | 'nominees'>) =>
  nominees.length > 1 ? how : 'order'

/** Tells whether the person is the owner; of a matter they are unless they name another. */
export function isOwner(of: NominateOf, user: User, { ownerEmail }: Whose): boolean {
  if (of.document) return of.document.ownerId === user.id
  const email = ownerEmail.trim().toLowerCase()
  return email === '' || email === user.email
}

/** Tells whether it is done for a client, whose name and written instruction are needed. */
export const isForClient = (of: NominateOf, user: User, values: Whose): boolean =>
  values.whose === 'client' || !isOwner(of, user, values)

/** Says what will happen by what is typed so far. */
export function promised(of: NominateOf, user: User, values: Values, today: string): string {
  const { nominees, which, documentIds, lasts, lastsDays, lastsUntil, absences, awayFrom, awayUntil } = values
  const day = ({ typed }: { typed: string }, kind: 'future' | 'nearest') => {
    const read = checkDay(typed, today, { kind })
    return 'day' in read ? read.day : null
  }
  const chosen = new Set(documentIds.filter(Boolean)).size
  const papers = of.document
    ? papersInWords({ document: of.document.title })
    : papersInWords({
        matter: of.matter.name,
        count: which === 'chosen' ? chosen || Number.NaN : null,
        today: which === 'today',
      })
  return releaseInWords(
    {
      ...values,
      how: wayOf(values),
      onBehalfOf: isForClient(of, user, values) ? values.onBehalfOf : null,
      quorum: number(values.quorum),
      waitDays: number(values.waitDays),
      lastsDays: lasts === 'days' ? number(lastsDays) : null,
      lastsUntil: lasts === 'day' ? day(lastsUntil, 'future') : null,
      absences: allAbsences(absences, day(awayFrom, 'nearest'), day(awayUntil, 'nearest')),
    },
    nominees.map((one) => ({ ...one, afterDays: number(one.afterDays) || 0 })),
    papers,
  )
}
