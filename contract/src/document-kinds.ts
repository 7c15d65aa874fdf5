import type { documentTypes } from './document-terms.ts'

type DocumentType = (typeof documentTypes)[number]

/** Groups of kinds that are due for review after the same years. */
export const kindGroups = {
  deeds: 'Trust deeds, and deeds that change them',
  wills: 'Wills, codicils and letters of wishes',
  powers: 'Powers, guardianships and care directives',
  records: 'Resolutions, minutes, accounts and certificates of registration',
  other: 'Everything else',
} as const
export type KindGroup = keyof typeof kindGroups

/** Kinds of documents, in the order of choices: how each is called, its group, and the type of the specification that follows from it. */
export const documentKinds = {
  trust_deed: { label: 'Trust deed', type: 'trust_deed', group: 'deeds' },
  variation: { label: 'Deed of variation', type: 'trust_deed', group: 'deeds' },
  appointment: { label: 'Deed of appointment', type: 'trust_deed', group: 'deeds' },
  retirement: { label: 'Deed of retirement', type: 'trust_deed', group: 'deeds' },
  removal: { label: 'Deed of removal', type: 'trust_deed', group: 'deeds' },
  vesting: { label: 'Vesting deed', type: 'trust_deed', group: 'deeds' },
  resolution: { label: 'Resolution', type: 'other', group: 'records' },
  minutes: { label: 'Minutes', type: 'other', group: 'records' },
  distribution: { label: 'Distribution resolution', type: 'other', group: 'records' },
  will: { label: 'Will', type: 'other', group: 'wills' },
  codicil: { label: 'Codicil', type: 'other', group: 'wills' },
  letter_of_wishes: { label: 'Letter of wishes', type: 'other', group: 'wills' },
  power_of_attorney: { label: 'Enduring power of attorney', type: 'other', group: 'powers' },
  guardianship: { label: 'Enduring guardianship', type: 'other', group: 'powers' },
  care_directive: { label: 'Advance care directive', type: 'other', group: 'powers' },
  probate: { label: 'Probate or letters of administration', type: 'other', group: 'other' },
  death_certificate: { label: 'Death certificate', type: 'other', group: 'other' },
  registration: { label: 'Certificate of registration', type: 'other', group: 'records' },
  financial_statement: { label: 'Financial statement', type: 'other', group: 'records' },
  other: { label: 'Other', type: 'other', group: 'other' },
} as const satisfies Record<string, { label: string; type: DocumentType; group: KindGroup }>

export type DocumentKind = keyof typeof documentKinds

export const documentKindLabels = Object.fromEntries(
  Object.entries(documentKinds).map(([kind, { label }]) => [kind, label]),
) as Record<DocumentKind, string>

const isKind = (text: string): text is DocumentKind => Object.hasOwn(documentKinds, text)

/** Names the kind of a document, or the type where no kind is said: each type is a kind too. */
export const kindLabel = (kind: string | null): string =>
  kind && isKind(kind) ? documentKinds[kind].label : 'Document'

/** Returns the type that follows from a kind; undefined where none is said. */
export const typeOfKind = (kind: string | null | undefined): DocumentType | undefined =>
  kind && isKind(kind) ? documentKinds[kind].type : undefined
