import type { documentTypes } from './document-terms.ts'

type DocumentType = (typeof documentTypes)[number]

/** Kinds of documents, in the order of choices: how each is called, and the type of the specification that follows from it. */
export const documentKinds = {
  trust_deed: { label: 'Trust deed', type: 'trust_deed' },
  variation: { label: 'Deed of variation', type: 'trust_deed' },
  appointment: { label: 'Deed of appointment', type: 'trust_deed' },
  retirement: { label: 'Deed of retirement', type: 'trust_deed' },
  removal: { label: 'Deed of removal', type: 'trust_deed' },
  vesting: { label: 'Vesting deed', type: 'trust_deed' },
  resolution: { label: 'Resolution', type: 'other' },
  minutes: { label: 'Minutes', type: 'other' },
  distribution: { label: 'Distribution resolution', type: 'other' },
  will: { label: 'Will', type: 'other' },
  codicil: { label: 'Codicil', type: 'other' },
  letter_of_wishes: { label: 'Letter of wishes', type: 'other' },
  power_of_attorney: { label: 'Enduring power of attorney', type: 'other' },
  guardianship: { label: 'Enduring guardianship', type: 'other' },
  care_directive: { label: 'Advance care directive', type: 'other' },
  probate: { label: 'Probate or letters of administration', type: 'other' },
  death_certificate: { label: 'Death certificate', type: 'other' },
  registration: { label: 'Certificate of registration', type: 'other' },
  financial_statement: { label: 'Financial statement', type: 'other' },
  other: { label: 'Other', type: 'other' },
} as const satisfies Record<string, { label: string; type: DocumentType }>

export type DocumentKind = keyof typeof documentKinds

export const documentKindLabels = Object.fromEntries(
  Object.entries(documentKinds).map(([kind, { label }]) => [kind, label]),
) as Record<DocumentKind, string>

const isKind = (text: string): text is DocumentKind => Object.hasOwn(documentKinds, text)

/** Returns the type that follows from a kind; undefined where none is said. */
export const typeOfKind = (kind: string | null | undefined): DocumentType | undefined =>
  kind && isKind(kind) ? documentKinds[kind].type : undefined
