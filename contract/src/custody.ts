import { z } from 'zod'
import {
  aboutEntry,
  custodyPaperKindNames,
  entryKindNames,
  movementKinds,
  originalKindNames,
  packetFilters,
} from './custody-terms.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, direction, id, instant, line, pageLimit, paragraphs } from './fields.ts'
import { schemasOf } from './filter-schemas.ts'
import { limits } from './limits.ts'
import { packetSorts } from './sorts.ts'
import { totals } from './total.ts'

export * from './custody-terms.ts'

const named = z.object({ id: z.string(), name: z.string() })
export const readers = ['canManageDocuments', 'canManageOrganization'] as const
const word = line(100).default('')
const words = paragraphs(limits.text.message).default('')
export const required = { error: 'This field is required' }

const placeDetails = z.strictObject({
  place: line(100).min(1, required),
  safe: word,
  shelf: word,
  position: word,
})
const place = placeDetails.extend({ id: z.string(), retiredAt: instant.nullable() })
export type Place = z.output<typeof place>

/** Document of the register; its title is null where the caller does not see it, and its id too unless they keep matters. */
const paperDocument = z.object({ id: z.string().nullable(), title: z.string().nullable() })

const where = z.object({
  state: z.enum(['held', 'out', 'overdue', 'given_back']),
  /** Time since when it is there. */
  since: instant,
  holder: named.nullable(),
  place: place.nullable(),
  /** The person outside the practice who has it. */
  outside: z.string(),
  expectedOn: z.string().nullable(),
})

const packet = z.object({
  id: z.string(),
  number: z.string(),
  seal: z.string(),
  matter: named,
  createdAt: instant,
  where,
  /** Number of originals in it. */
  originals: z.number(),
})
export type Packet = z.output<typeof packet>

const paper = z.object({
  id: z.string(),
  kind: z.enum(custodyPaperKindNames),
  document: paperDocument,
  addedAt: instant,
})
export type CustodyPaper = z.output<typeof paper>

const original = z.object({
  id: z.string(),
  kind: z.enum(originalKindNames),
  document: paperDocument.nullable(),
  /** Name of paper without a scan. */
  title: z.string(),
  /** SHA-256 of an electronic original. */
  sha256: z.string().nullable(),
  pages: z.number().nullable(),
  condition: z.string(),
  keepStaples: z.boolean(),
  receivedFrom: z.string(),
  receivedOn: z.string().nullable(),
  addedAt: instant,
  addedBy: z.string(),
  /** The last time when somebody saw the original itself. */
  sighted: z.object({ at: instant, by: z.string() }).nullable(),
  photographs: z.array(paper),
  updatedAt: instant,
})
export type Original = z.output<typeof original>

const entry = z.object({
  id: z.string(),
  number: z.number(),
  kind: z.enum(entryKindNames),
  at: instant,
  by: named,
  holder: named.nullable(),
  place: place.nullable(),
  outside: z.string(),
  reason: z.string(),
  expectedOn: z.string().nullable(),
  condition: z.string(),
  seal: z.string(),
  /** The original that it is about, as far as the caller may know its title. */
  original: z.object({ id: z.string(), title: z.string().nullable() }).nullable(),
  /** The other packet of an original that moved. */
  otherPacket: z.object({ id: z.string(), number: z.string() }).nullable(),
  /** The number of the entry that it corrects, why, and the number of the one that corrects it. */
  corrects: z.number().nullable(),
  why: z.string(),
  never: z.boolean(),
  correctedBy: z.number().nullable(),
  papers: z.array(paper),
  can: z.object({ correct: z.boolean() }),
})
export type CustodyEntry = z.output<typeof entry>

const wholePacket = packet.extend({
  contents: z.array(original),
  /** Everything that was ever recorded of it, the newest first. */
  entries: z.array(entry),
  can: z.object({
    /** `keep`: add papers, sight it; `move`: be the holder of record; `takeIn`, `takeOver`. */
    keep: z.boolean(),
    move: z.boolean(),
    takeIn: z.boolean(),
    takeOver: z.boolean(),
  }),
})
export type WholePacket = z.output<typeof wholePacket>

const originalDetails = z.strictObject({
  kind: z.enum(originalKindNames).default('paper'),
  documentId: id.nullable().default(null),
  title: line(limits.text.title).default(''),
  /** SHA-256 of an electronic original that is no document of Deedbox; that of a document is its own. */
  sha256: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, { error: 'A SHA-256 has 64 digits from 0 to f' })
    .nullable()
    .default(null),
  pages: z.int().min(1).max(100_000).nullable().default(null),
  condition: words,
  keepStaples: z.boolean().default(false),
  receivedFrom: line(limits.text.client).min(1, required),
  receivedOn: day.nullable().default(null),
})
export type OriginalDetails = z.output<typeof originalDetails>

function checkOriginal(
  { kind, documentId, title, sha256 }: Pick<OriginalDetails, 'kind' | 'documentId' | 'title' | 'sha256'>,
  ctx: z.RefinementCtx,
) {
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
  if (title === '' && documentId === null) issue('title', 'Please choose its scan or enter a name')
  if (kind === 'electronic' && documentId === null && sha256 === null)
    issue('sha256', 'Please choose the document or enter its SHA-256')
}

export const packetId = z.object({ packetId: id })
export const onePacket = z.object({ packet: wholePacket })

export const listPackets = endpoint({
  id: 'listPackets',
  summary: 'Packets of originals that the caller sees, filtered, paged by key',
  who: readers,
  scope: 'read',
  query: z.object({
    ...schemasOf(packetFilters),
    sort: z.enum(packetSorts).default('number'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ packets: z.array(packet), ...totals, nextCursor: z.string().nullable() }),
})

export const receivePacket = endpoint({
  id: 'receivePacket',
  summary: 'Receive a packet with its first originals; the caller is its first holder',
  who: ['canManageDocuments'],
  noProof: 'work',
  body: z.strictObject({
    matterId: id,
    seal: word,
    /** Name of the person who brought it; empty: it was here already. */
    outside: line(limits.text.client).default(''),
    placeId: id.nullable().default(null),
    condition: words,
    originals: z.array(originalDetails.superRefine(checkOriginal)).min(1).max(20),
  }),
  status: 201,
  response: onePacket,
  refuses: ['document-not-found', 'matter-not-found', 'paper-elsewhere', 'place-not-found', 'place-retired'],
})

export const getPacket = endpoint({
  id: 'getPacket',
  summary: 'A packet with its originals and everything that was ever recorded of it',
  who: readers,
  scope: 'read',
  params: packetId,
  response: onePacket,
  refuses: ['packet-not-found'],
})

export const findPacketByNumber = endpoint({
  id: 'findPacketByNumber',
  summary: 'The id of the packet with a number, as its label has it',
  who: readers,
  scope: 'read',
  query: z.object({ number: line(200) }),
  response: z.object({ packetId: z.string() }),
  refuses: ['packet-not-found'],
})

export const addOriginal = endpoint({
  id: 'addOriginal',
  summary: 'Put another original into a packet',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: packetId,
  body: originalDetails.superRefine(checkOriginal),
  status: 201,
  response: onePacket,
  refuses: [
    'document-not-found',
    'packet-full',
    'packet-not-found',
    'packet-not-yours',
    'packet-out',
    'paper-elsewhere',
  ],
})

const originalId = packetId.extend({ originalId: id })

export const changeOriginal = endpoint({
  id: 'changeOriginal',
  summary: 'Change what is said of an original, unless somebody else has changed it since `updatedAt`',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: originalId,
  body: originalDetails
    .omit({ kind: true, sha256: true })
    .extend({ updatedAt: instant })
    .superRefine(({ documentId, title }, ctx) =>
      checkOriginal({ kind: 'paper', sha256: null, documentId, title }, ctx),
    ),
  response: onePacket,
  refuses: [
    'document-not-found',
    'original-changed',
    'original-not-found',
    'packet-not-found',
    'paper-elsewhere',
  ],
})

export const moveOriginal = endpoint({
  id: 'moveOriginal',
  summary: 'Move an original to another packet (`to`), or into a new one of the same matter',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: originalId,
  body: z.strictObject({
    to: id.nullable().default(null),
    seal: word,
    reason: paragraphs(limits.text.message).min(1, required),
  }),
  response: z.object({ packetId: z.string() }),
  refuses: [
    'original-not-found',
    'packet-full',
    'packet-not-found',
    'packet-not-yours',
    'packet-out',
    'packet-same',
  ],
})

const entryFields = {
  placeId: id.nullable().default(null),
  holderId: id.nullable().default(null),
  outside: line(limits.text.client).default(''),
  reason: words,
  expectedOn: day.nullable().default(null),
  condition: words,
}

export const addMovement = endpoint({
  id: 'addMovement',
  summary:
    'Record what happens to a packet now; nobody but its holder of record hands it on. Fields that its kind does not have are left out',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: packetId,
  body: z
    .strictObject({
      kind: z.enum(movementKinds),
      ...entryFields,
      authorityId: id.nullable().default(null),
      originalId: id.nullable().default(null),
      seal: word,
    })
    .superRefine(({ kind, ...fields }, ctx) => {
      for (const name of aboutEntry(kind).needs)
        if (!fields[name]) ctx.addIssue({ code: 'custom', path: [name], message: required.error })
    }),
  status: 201,
  response: onePacket,
  refuses: [
    'document-not-found',
    'expected-past',
    'holder-same',
    'holder-unfit',
    'original-not-found',
    'packet-full',
    'packet-holder-here',
    'packet-in',
    'packet-not-found',
    'packet-not-yours',
    'packet-out',
    'paper-elsewhere',
    'place-not-found',
    'place-retired',
  ],
})

export const movementId = packetId.extend({ movementId: id })

export const correctMovement = endpoint({
  id: 'correctMovement',
  summary:
    'Correct an entry by another one with a reason; `never` says that it did not happen. Its author and administrators may',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: movementId,
  body: z.strictObject({
    ...entryFields,
    never: z.boolean().default(false),
    why: paragraphs(limits.text.message).min(1, required),
  }),
  status: 201,
  response: onePacket,
  refuses: [
    'entry-corrected',
    'entry-not-found',
    'entry-not-yours',
    'entry-plain',
    'entry-stands',
    'expected-past',
    'holder-unfit',
    'packet-full',
    'packet-not-found',
    'place-not-found',
    'place-retired',
  ],
})

export const addCustodyPaper = endpoint({
  id: 'addCustodyPaper',
  summary:
    'Name a document of the matter as a photograph of an original, or as the authority or receipt of an entry',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: packetId,
  body: z.strictObject({
    kind: z.enum(custodyPaperKindNames),
    documentId: id,
    /** The original of a photograph, or the entry that an authority or a receipt proves. */
    of: id,
  }),
  status: 201,
  response: onePacket,
  refuses: [
    'document-not-found',
    'entry-not-found',
    'original-not-found',
    'packet-full',
    'packet-not-found',
    'paper-elsewhere',
  ],
})

export const originalsOf = endpoint({
  id: 'getOriginalsOfDocument',
  summary:
    'Whether the original of a document is kept, and in general terms where; for whoever sees the document through more than a grant',
  who: 'signed-in',
  scope: 'read',
  params: z.object({ documentId: id }),
  response: z.object({
    originals: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(originalKindNames),
        state: where.shape.state,
        since: instant,
        pages: z.number().nullable(),
        keepStaples: z.boolean(),
        /** The packet; null for whoever does not see its matter. */
        packet: z.object({ id: z.string(), number: z.string() }).nullable(),
      }),
    ),
  }),
  refuses: ['document-not-found'],
})

export const listPlaces = endpoint({
  id: 'listPlaces',
  summary: 'The places in which packets lie, also retired ones',
  who: ['canManageDocuments'],
  scope: 'read',
  response: z.object({ places: z.array(place) }),
})

export const addPlace = endpoint({
  id: 'addPlace',
  summary: 'Add a place; its words never change',
  who: ['canManageDocuments'],
  noProof: 'work',
  body: placeDetails,
  status: 201,
  response: z.object({ place }),
  refuses: ['place-exists', 'place-limit'],
})

export const retirePlace = endpoint({
  id: 'retirePlace',
  summary: 'Retire a place in which nothing lies, or take it into use again',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: z.object({ placeId: id }),
  body: z.strictObject({ retired: z.boolean() }),
  response: z.object({ place }),
  refuses: ['place-not-found', 'place-used'],
})
