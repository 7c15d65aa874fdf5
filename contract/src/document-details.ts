import { states } from './australia.ts'
import { documentKindLabels, typeOfKind } from './document-kinds.ts'
import { documentTypeLabels } from './document-terms.ts'
import { limits } from './limits.ts'

/** Facts about a detail: a text on one line, one of some choices, or a calendar day (`YYYY-MM-DD`). */
export type Detail = {
  label: string
  /** State: every document has one. */
  required: boolean
  /** State: several documents may be given the same value at once. */
  same: boolean
  /** State: the search for documents looks at it. */
  searched: boolean
  /** Heading of its column in reports and take-outs. */
  heading: string
  /** Points of a printed page that its column takes in the report of documents. 'rest' is what others leave, 'csv' a column in CSV only, null none. */
  reported: number | 'rest' | 'csv' | null
  /** Headings of its column in the CSV file of an import, without case, spaces and punctuation. */
  imported: readonly string[]
} & (
  | { kind: 'line'; max: number }
  | {
      kind: 'choice'
      choices: Readonly<Record<string, string>>
      usual: string
      required: true
      searched: false
    }
  | {
      kind: 'choice'
      choices: Readonly<Record<string, string>>
      none: string
      required: false
      searched: false
    }
  /** `past`: it is never in the future. */
  | { kind: 'day'; none: string; past: boolean; required: false; searched: false }
)

/**
 * Details that people enter about a document, in the order of forms. All code that shows, takes, stores, finds or exports details uses this table;
 * CONTRIBUTING.md says what else a new one needs. It is kept apart from the schemas so that screens do not load zod.
 */
export const documentDetails = {
  title: {
    kind: 'line',
    max: limits.text.title,
    label: 'Title',
    required: true,
    same: false,
    searched: true,
    heading: 'Title',
    reported: 'rest',
    imported: ['title', 'name'],
  },
  kind: {
    kind: 'choice',
    choices: documentKindLabels,
    none: 'Not said',
    label: 'Kind',
    required: false,
    same: true,
    searched: false,
    heading: 'Kind',
    reported: 90,
    imported: ['kind', 'documentkind'],
  },
  type: {
    kind: 'choice',
    choices: documentTypeLabels,
    usual: 'other',
    label: 'Type',
    required: true,
    same: true,
    searched: false,
    heading: 'Type',
    reported: 60,
    imported: ['type', 'documenttype'],
  },
  clientName: {
    kind: 'line',
    max: limits.text.client,
    label: 'Client',
    required: false,
    same: true,
    searched: true,
    heading: 'Client',
    reported: null,
    imported: ['client', 'clientname', 'customer'],
  },
  reference: {
    kind: 'line',
    max: 100,
    label: 'Reference',
    required: false,
    same: true,
    searched: true,
    heading: 'Reference',
    reported: 80,
    imported: ['reference', 'ref', 'ourreference', 'ourref', 'filenumber', 'fileno'],
  },
  expiryDate: {
    kind: 'day',
    none: 'No expiry',
    past: false,
    label: 'Expiry date',
    required: false,
    same: true,
    searched: false,
    heading: 'Expiry Date',
    reported: 75,
    imported: ['expirydate', 'expiry', 'expires', 'expireson'],
  },
  executedOn: {
    kind: 'day',
    none: '',
    past: true,
    label: 'Date of execution',
    required: false,
    same: true,
    searched: false,
    heading: 'Date of Execution',
    reported: 'csv',
    imported: ['dateofexecution', 'executiondate', 'executedon', 'executed', 'signedon', 'datesigned'],
  },
  executedIn: {
    kind: 'choice',
    choices: { ...states, overseas: 'Overseas' },
    none: 'Not said',
    label: 'Place of execution',
    required: false,
    same: true,
    searched: false,
    heading: 'Place of Execution',
    reported: 'csv',
    imported: ['placeofexecution', 'executedin', 'signedin'],
  },
  signedHow: {
    kind: 'choice',
    choices: { wet: 'In ink', electronic: 'Electronically', video: 'Witnessed by video' },
    none: 'Not said',
    label: 'Manner of signing',
    required: false,
    same: true,
    searched: false,
    heading: 'Manner of Signing',
    reported: 'csv',
    imported: ['mannerofsigning', 'howsigned', 'signedhow', 'signing'],
  },
} as const satisfies Record<string, Detail>

type Table = typeof documentDetails
export type DetailName = keyof Table
/** The details of some kind. */
export type OfKind<Kind extends Detail['kind']> = {
  [Name in DetailName]: Table[Name] extends { kind: Kind } ? Name : never
}[DetailName]
export type RequiredDetail = {
  [Name in DetailName]: Table[Name] extends { required: true } ? Name : never
}[DetailName]
export type SearchedDetail = {
  [Name in DetailName]: Table[Name] extends { searched: true } ? Name : never
}[DetailName]
export type ChoiceOf<Name extends OfKind<'choice'>> = keyof Table[Name]['choices'] & string

/** The details of a document as they are stored; null if there is none. */
export type Details = {
  [Name in DetailName]:
    | (Name extends OfKind<'choice'> ? ChoiceOf<Name> : string)
    | (Name extends RequiredDetail ? never : null)
}
/** Details as a caller gives them: a blank or absent one is none, or the usual choice. */
export type GivenDetails = Pick<Details, Exclude<RequiredDetail, OfKind<'choice'>>> & {
  [Name in DetailName]?: Details[Name] | '' | null | undefined
}

export const detailNames = Object.keys(documentDetails) as DetailName[]
/** Details about the signing, which forms fold and pages tell in one line. */
export const signingDetails = ['executedOn', 'executedIn', 'signedHow'] as const satisfies DetailName[]
/** Lists the details that have no place of their own among columns or facts. */
export const detailsBesides = (...placed: DetailName[]): DetailName[] =>
  detailNames.filter((name) => !placed.includes(name))
export const searchedDetails = detailNames.filter(
  (name): name is SearchedDetail => documentDetails[name].searched,
)
export const isDetail = (name: string): name is DetailName => Object.hasOwn(documentDetails, name)
export const isDay = (name: DetailName): name is OfKind<'day'> => documentDetails[name].kind === 'day'
export const aboutDetail = (name: DetailName): Detail => documentDetails[name]

/** Makes a value for each detail. */
export const perDetail = <Value>(make: (name: DetailName) => Value): Record<DetailName, Value> =>
  Object.fromEntries(detailNames.map((name) => [name, make(name)])) as Record<DetailName, Value>
export const detailLabels = perDetail((name) => documentDetails[name].label)

/** Converts given details to stored ones; the type follows from the kind, whatever was given. */
export function toDetails(given: GivenDetails): Details {
  const details = perDetail((name) => {
    const known = aboutDetail(name)
    return given[name] || ('usual' in known ? known.usual : null)
  }) as Details
  return { ...details, type: typeOfKind(details.kind) ?? details.type }
}

/** Picks the details from the facts of a document. */
export const detailsOf = (document: Details): Details => perDetail((name) => document[name]) as Details

/** Writes a stored detail as people read it; '' for none. A day stays unchanged. */
export function detailText(name: DetailName, value: string | null): string {
  const known = aboutDetail(name)
  return (known.kind === 'choice' && known.choices[value ?? '']) || (value ?? '')
}
