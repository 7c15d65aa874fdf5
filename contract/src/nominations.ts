import { z } from 'zod'
import { accessLevels } from './document-terms.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, email, id, instant, line, pageLimit, paragraphs, personName } from './fields.ts'
import { limits } from './limits.ts'
import {
  lackNames,
  nominationWayNames,
  releaseEndNames,
  releaseLimits,
  releaseStateNames,
} from './release-terms.ts'
import { totals } from './total.ts'

export * from './release-terms.ts'

const absence = z
  .strictObject({ from: day, until: day })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: 'The last day is before the first' })
const absences = z.array(absence).max(releaseLimits.absences).default([])
export const reason = paragraphs(limits.text.message).min(1, { error: 'This field is required' })

const terms = {
  how: z.enum(nominationWayNames).default('order'),
  /** Number of nominees who must ask, where they come in together. */
  quorum: z.int().min(2).max(releaseLimits.nominees).nullable().default(null),
  waitDays: z.int().min(1).max(releaseLimits.waitDays),
  accessLevel: z.enum(accessLevels).default('view'),
  /** Days from the beginning of the access to its end; otherwise `lastsUntil`, its last day. */
  lastsDays: z.int().min(1).max(releaseLimits.lastsDays).nullable().default(null),
  lastsUntil: day.nullable().default(null),
  /** Evidence that a nominee must bring, in words; blank: none. */
  evidence: paragraphs(limits.text.message).default(''),
  needsAgreement: z.boolean().default(false),
  /** Name of the client on whose written instruction it is made, which nominees read; null: the owner names nominees for their own papers. */
  onBehalfOf: line(limits.text.client).min(1, { error: 'This field is required' }).nullable().default(null),
}

/** End of an access that was stopped before its time. */
export const over = z
  .object({ at: instant, how: z.enum(releaseEndNames), by: z.string(), reason: z.string() })
  .nullable()

export const asking = z.object({
  id: z.string(),
  at: instant,
  message: z.string(),
  /** End of the waiting period as far as it is known, and when access begins if all conditions are met. */
  periodEnds: instant.nullable(),
  begins: instant.nullable(),
  lacks: z.array(z.enum(lackNames)),
  agreedBy: z.string().nullable(),
  /** Documents with evidence; empty for nominees. */
  evidence: z.array(z.object({ id: z.string(), title: z.string() })),
  evidenceCount: z.number(),
})

export const release = z.object({
  id: z.string(),
  rehearsal: z.boolean(),
  state: z.enum(releaseStateNames),
  begunAt: instant,
  begins: instant.nullable(),
  ends: instant.nullable(),
  over,
})
export type Release = z.output<typeof release>

const nominee = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  afterDays: z.number(),
  acceptedAt: instant.nullable(),
  declinedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  /** State: it is more than a year since they accepted or confirmed. */
  confirmDue: z.boolean(),
})
export type Nominee = z.output<typeof nominee>

/** Terms of a nomination as everybody sees them who sees it. */
export const termsShown = {
  how: z.enum(nominationWayNames),
  quorum: z.number().nullable(),
  waitDays: z.number(),
  accessLevel: z.enum(accessLevels),
  lastsDays: z.number().nullable(),
  lastsUntil: z.string().nullable(),
  evidence: z.string(),
  needsAgreement: z.boolean(),
  onBehalfOf: z.string().nullable(),
}

const nomination = z.object({
  id: z.string(),
  document: z.object({ id: z.string(), title: z.string() }).nullable(),
  matter: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** State: all documents of the matter, those that are in it when a nominee asks. */
  whole: z.boolean(),
  documents: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Documents that were named and that the reader does not see. */
  hidden: z.number(),
  owner: z.object({ name: z.string(), email: z.string() }),
  ...termsShown,
  absences: z.array(z.object({ from: z.string(), until: z.string() })),
  createdAt: instant,
  createdBy: z.string(),
  ended: z.object({ at: instant, by: z.string() }).nullable(),
  updatedAt: instant,
  nominees: z.array(nominee),
  /** Releases, the newest first, each with those who asked. */
  releases: z.array(
    release.extend({ askings: z.array(asking.extend({ nomineeId: z.string(), name: z.string() })) }),
  ),
  can: z.object({
    /** Change the absences and end the nomination. */
    edit: z.boolean(),
    /** Veto what waits, or end what is open. */
    stop: z.boolean(),
    agree: z.boolean(),
  }),
})
export type Nomination = z.output<typeof nomination>

const handlers = ['canManageDocuments', 'canViewOwnDocuments'] as const
const params = z.object({ nominationId: id })
const one = z.object({ nomination })

export const listNominations = endpoint({
  id: 'listNominations',
  summary:
    'Who may ask for access when somebody dies or cannot act: nominations of documents and matters that the caller answers for, the newest first',
  who: handlers,
  query: z.object({
    document: id.optional(),
    matter: id.optional(),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ nominations: z.array(nomination), ...totals, nextCursor: z.string().nullable() }),
})

export const getNomination = endpoint({
  id: 'getNomination',
  summary: 'One nomination with its nominees and releases',
  who: handlers,
  params,
  response: one,
  refuses: ['nomination-not-found'],
})

export const createNomination = endpoint({
  id: 'createNomination',
  summary:
    'Name nominees for a document or for documents of a matter, as the owner, or as a trustee on the client’s written instruction',
  who: handlers,
  needsProof: true,
  status: 201,
  perPersonMinute: 20,
  body: z
    .strictObject({
      ...terms,
      documentId: id.nullable().default(null),
      matterId: id.nullable().default(null),
      /** Documents of the matter, or 'today' for all that are in it now; absent: all that are in it when a nominee asks. */
      documentIds: z.union([z.array(id).min(1).max(releaseLimits.documents), z.literal('today')]).optional(),
      /** Owner of what belongs to the matter, who may veto, by the email of their account; absent: the caller. */
      ownerEmail: email.nullable().default(null),
      /** Document with the client’s written instruction: with `onBehalfOf`, and always for a caller who is not the owner. */
      instructionId: id.nullable().default(null),
      absences,
      nominees: z
        .array(
          z.strictObject({
            email,
            name: personName,
            /** Days that this nominee waits before the waiting period, so that those before come first. */
            afterDays: z.int().min(0).max(releaseLimits.afterDays).default(0),
          }),
        )
        .min(1)
        .max(releaseLimits.nominees),
    })
    .refine(({ documentId, matterId }) => (documentId === null) !== (matterId === null), {
      path: ['matterId'],
      error: 'Please choose a document or a matter',
    })
    .refine(({ instructionId, onBehalfOf }) => instructionId === null || onBehalfOf !== null, {
      path: ['onBehalfOf'],
      error: 'This field is required',
    })
    .refine(({ lastsDays, lastsUntil }) => (lastsDays === null) !== (lastsUntil === null), {
      path: ['lastsDays'],
      error: 'Please enter a number of days or a last day',
    })
    .refine(
      ({ how, quorum, nominees }) => how === 'order' || (quorum !== null && quorum <= nominees.length),
      {
        path: ['quorum'],
        error: 'Please enter a number from two to the number of nominees',
      },
    )
    .refine(({ nominees }) => new Set(nominees.map((one) => one.email)).size === nominees.length, {
      path: ['nominees'],
      error: 'Each nominee can be named once',
    }),
  response: one,
  refuses: [
    'document-not-found',
    'matter-not-found',
    'nomination-documents',
    'nomination-instruction',
    'nomination-owner',
    'nomination-past',
    'nomination-today',
    'nominee-owner',
    'not-allowed',
    'outside-limit',
    'recipient-stopped',
  ],
})

export const setAbsences = endpoint({
  id: 'setAbsences',
  summary:
    'Say when the owner is away, which does not count towards the waiting period; not while somebody asks',
  who: handlers,
  noProof: 'work',
  params,
  body: z.strictObject({ absences, updatedAt: instant }),
  response: one,
  refuses: [
    'nomination-asked',
    'nomination-changed',
    'nomination-ended',
    'nomination-not-found',
    'not-allowed',
  ],
})

export const endNomination = endpoint({
  id: 'endNomination',
  summary: 'End a nomination, and the access that it gave',
  who: handlers,
  noProof: 'closes',
  params,
  body: z.strictObject({ reason }),
  response: one,
  refuses: ['nomination-ended', 'nomination-not-found', 'not-allowed'],
})

export const stopRelease = endpoint({
  id: 'stopRelease',
  summary: 'Veto what nominees ask for, or end the access that has begun; the nomination goes on',
  who: handlers,
  noProof: 'closes',
  params,
  body: z.strictObject({ reason }),
  response: one,
  refuses: ['nomination-ended', 'nomination-not-found', 'not-allowed', 'release-none'],
})

export const agreeRelease = endpoint({
  id: 'agreeRelease',
  summary: 'Agree as a trustee to what a nominee asks for, having seen the evidence',
  who: ['canManageDocuments'],
  needsProof: true,
  params,
  body: z.strictObject({ askingId: id }),
  response: one,
  refuses: [
    'nomination-ended',
    'nomination-not-found',
    'not-allowed',
    'release-agreed',
    'release-none',
    'release-own',
  ],
})
