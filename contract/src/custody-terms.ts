import { counted } from './counts.ts'
import { choice, type FilterOf, id, text } from './filters.ts'

/* Values, labels and filters of the custody register, without zod, so that screens do not load it. */

/** Writes the number of a packet as on its label: 'P-000123'. */
export const packetNumber = (number: number): string => `P-${String(number).padStart(6, '0')}`

/** Reads the number of a packet from what was typed or scanned, also an address that ends in it; null if there is none. */
export function readPacketNumber(text: string): number | null {
  const digits = /(?:^|\/)\s*(?:p-?\s*)?(\d{1,9})\s*$/i.exec(text.trim())?.[1]
  const number = Number(digits)
  return digits !== undefined && number > 0 ? number : null
}

/** Fields of an entry that people fill in. */
export type EntryField =
  | 'placeId'
  | 'holderId'
  | 'outside'
  | 'reason'
  | 'authorityId'
  | 'expectedOn'
  | 'condition'
  | 'originalId'
  | 'seal'
type Kind = {
  label: string
  /** Fields that must be filled in, and those that may. */
  needs: readonly EntryField[]
  takes: readonly EntryField[]
  /** Fields that a correction may change. */
  corrects: readonly EntryField[]
  /** State: it says where the packet is from then on. */
  moves: boolean
}

/** Kinds of entries of a packet. Those that `moves` are all told by the last one that holds. */
export const entryKinds = {
  received: {
    label: 'Received',
    needs: [],
    takes: [],
    corrects: ['outside', 'placeId', 'condition'],
    moves: true,
  },
  placed: {
    label: 'Put in another place',
    needs: ['placeId'],
    takes: ['reason'],
    corrects: ['placeId', 'reason'],
    moves: true,
  },
  handed: {
    label: 'Handed on',
    needs: ['holderId'],
    takes: ['placeId', 'reason'],
    corrects: ['holderId', 'placeId', 'reason'],
    moves: true,
  },
  taken_over: {
    label: 'Taken over',
    needs: ['reason'],
    takes: ['placeId'],
    corrects: ['placeId', 'reason'],
    moves: true,
  },
  out: {
    label: 'Out',
    needs: ['outside', 'reason'],
    takes: ['authorityId', 'expectedOn', 'condition'],
    corrects: ['outside', 'reason', 'expectedOn', 'condition'],
    moves: true,
  },
  in: {
    label: 'Brought back',
    needs: ['outside', 'condition'],
    takes: ['placeId'],
    corrects: ['outside', 'condition', 'placeId'],
    moves: true,
  },
  sighted: {
    label: 'Sighted',
    needs: [],
    takes: ['originalId', 'condition'],
    corrects: ['condition'],
    moves: false,
  },
  sealed: { label: 'Sealed anew', needs: ['seal'], takes: ['reason'], corrects: [], moves: false },
  original_added: { label: 'Original put in', needs: [], takes: [], corrects: [], moves: false },
  original_moved: { label: 'Original moved', needs: [], takes: [], corrects: [], moves: false },
} as const satisfies Record<string, Kind>
export type EntryKind = keyof typeof entryKinds
export const entryKindNames = Object.keys(entryKinds) as [EntryKind, ...EntryKind[]]
/** The same table with fields of any kind, for code that reads it by a variable. */
export const aboutEntry = (kind: EntryKind): Kind => entryKinds[kind]

/** Kinds of entries that a person makes by a call of their own; the others come with packets and originals. */
export const movementKinds = ['placed', 'handed', 'taken_over', 'out', 'in', 'sighted', 'sealed'] as const
export type MovementKind = (typeof movementKinds)[number]

export const fieldLabels: Record<EntryField, string> = {
  placeId: 'Place',
  holderId: 'Holder',
  outside: 'Person',
  reason: 'Reason',
  authorityId: 'Written authority',
  expectedOn: 'Expected back',
  condition: 'Condition',
  originalId: 'Original',
  seal: 'Seal or envelope number',
}

/** An electronic original is the document itself, not a copy (Victoria, Wills Act 1997 s 8B). */
export const originalKinds = { paper: 'Paper', electronic: 'Electronic original' } as const
export type OriginalKind = keyof typeof originalKinds
export const originalKindNames = Object.keys(originalKinds) as [OriginalKind, ...OriginalKind[]]

/** Documents of a matter that belong to the register: pictures of an original, and papers that prove an entry. */
export const custodyPaperKinds = {
  photograph: 'Photograph',
  authority: 'Written authority',
  receipt: 'Signed receipt',
} as const
export type CustodyPaperKind = keyof typeof custodyPaperKinds
export const custodyPaperKindNames = Object.keys(custodyPaperKinds) as [
  CustodyPaperKind,
  ...CustodyPaperKind[],
]

export const packetStates = {
  held: 'In the practice',
  out: 'Out',
  overdue: 'Overdue',
  given_back: 'Given back',
} as const
export type PacketState = keyof typeof packetStates

/** The filters of packets, in the order of their controls; the server has a condition for each, typed by this table. */
export const packetFilters = {
  search: text('Search'),
  packetState: choice('Where', packetStates),
  matter: id('Matter'),
  place: id('Place'),
  holder: id('Holder'),
}
export type PacketFilter = FilterOf<typeof packetFilters>

/** Limits of the register: entries of a packet, originals in one, papers of an original or an entry, places. */
export const custodyLimits = {
  entries: 2_000,
  originals: 200,
  papers: 20,
  places: 1_000,
  labels: 240,
} as const

/** Writes how many pages an original has; nothing where that is not known. */
export const pagesText = (pages: number | null): string => (pages === null ? '' : counted(pages, 'page'))

/** Writes a place in words: 'Strong room, safe 2, shelf B, position 14'. */
export const placeText = (place: { place: string; safe: string; shelf: string; position: string }): string =>
  [
    place.place,
    place.safe && `safe ${place.safe}`,
    place.shelf && `shelf ${place.shelf}`,
    place.position && `position ${place.position}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Results of a stock-take: those of its scans, and packets that its end found missing. */
export const scanOutcomes = {
  found: 'Found',
  wrong_place: 'In the wrong place',
  not_expected: 'Recorded as out, but here',
  unknown: 'Unknown code',
  missing: 'Missing',
} as const
export type ScanOutcome = keyof typeof scanOutcomes
export const scanOutcomeNames = Object.keys(scanOutcomes) as [ScanOutcome, ...ScanOutcome[]]
