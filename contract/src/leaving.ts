import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, day, id, instant, line, pageLimit, paragraphs } from './fields.ts'
import { instructionKinds } from './leaving-terms.ts'
import { limits } from './limits.ts'

const words = paragraphs(limits.text.message).min(1, { error: 'This field is required' })
const params = z.object({ organizationId: id })
const admins = ['canManageSystem'] as const
const count = z.number().int().min(0)
const named = z.object({ id: z.string(), title: z.string() })

const destruction = z.object({
  id: z.string(),
  kind: z.enum(instructionKinds),
  words: z.string(),
  givenBy: z.string(),
  givenOn: z.string(),
  /** Document of the instruction or waiver. */
  document: named.nullable(),
  asked: z.object({ at: instant, by: z.string() }),
  /** Null while another administrator has not confirmed. */
  confirmed: z.object({ at: instant, by: z.string() }).nullable(),
  /** Time when nothing was left but what a legal hold keeps; null: it is not done. */
  endedAt: instant.nullable(),
  destroyed: count,
  can: z.object({
    confirm: z.boolean(),
    /** Let it be, before it is confirmed. */
    refuse: z.boolean(),
  }),
})

/** State of an organisation's leaving, for administrators. */
const standing = z.object({
  /** Null while the organisation is not leaving. */
  leaving: z
    .object({
      from: instant,
      /** Time from which its content is locked. */
      locksAt: instant,
      locked: z.boolean(),
      reason: z.string(),
      by: z.string(),
    })
    .nullable(),
  /** Number of its documents whose content is there, deleted ones too. */
  documents: count,
  /** Documents that a legal hold keeps, the first by title. */
  held: z.object({ count, first: z.array(named) }),
  /** The newest destruction of its content. */
  destruction: destruction.nullable(),
  can: z.object({
    stay: z.boolean(),
    /** Ask for a destruction; `alone`: it begins at once, as there is no second administrator. */
    destroy: z.boolean(),
    alone: z.boolean(),
  }),
})
export type Leaving = z.output<typeof standing>

export const getLeaving = endpoint({
  id: 'getLeaving',
  summary: 'How the leaving of an organisation stands',
  who: admins,
  params,
  response: standing,
  refuses: ['organization-not-found'],
})

export const beginLeaving = endpoint({
  id: 'beginLeaving',
  summary:
    'Mark an organisation as leaving: it has 90 days to take everything out, then its content is locked, not destroyed',
  who: admins,
  needsProof: true,
  params,
  body: z.strictObject({ reason: words }),
  response: standing,
  refuses: ['organization-leaving', 'organization-not-found'],
})

export const stay = endpoint({
  id: 'stay',
  summary:
    'Let an organisation stay that was leaving; what was locked opens again, and access that ended stays ended',
  who: admins,
  needsProof: true,
  params,
  body: z.strictObject({ reason: words }),
  response: standing,
  refuses: ['destruction-begun', 'organization-not-found', 'organization-stays'],
})

export const askDestruction = endpoint({
  id: 'askDestruction',
  summary:
    'Ask to destroy the locked content of an organisation, which another administrator confirms; where there is no other, it begins',
  who: admins,
  needsProof: true,
  params,
  body: z.strictObject({
    kind: z.enum(instructionKinds),
    words,
    givenBy: line(limits.text.name).min(1, { error: 'This field is required' }),
    givenOn: day,
    documentId: id.nullable().default(null),
  }),
  response: standing,
  refuses: [
    'destruction-asked',
    'destruction-day-future',
    'destruction-nothing',
    'document-not-found',
    'hold-keeps-organisation',
    'organization-not-found',
    'organization-not-locked',
  ],
})

export const confirmDestruction = endpoint({
  id: 'confirmDestruction',
  summary: 'Confirm as the second administrator that the locked content of an organisation is destroyed',
  who: admins,
  needsProof: true,
  params,
  response: standing,
  refuses: [
    'destruction-not-asked',
    'destruction-second',
    'hold-keeps-organisation',
    'organization-not-found',
  ],
})

export const refuseDestruction = endpoint({
  id: 'refuseDestruction',
  summary: 'Let the locked content of an organisation be, although somebody asked to destroy it',
  who: admins,
  noProof: 'closes',
  params,
  response: standing,
  refuses: ['destruction-not-asked', 'organization-not-found'],
})

export const listReceipts = endpoint({
  id: 'listReceipts',
  summary: 'Signed receipts of the destroyed documents of an organisation, paged by key',
  who: admins,
  params,
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    receipts: z.array(
      z.object({ documentId: z.string(), title: z.string(), at: instant, receipt: z.string() }),
    ),
    total: count,
    nextCursor: z.string().nullable(),
  }),
  refuses: ['organization-not-found'],
})

export const downloadReceipts = endpoint({
  id: 'downloadReceipts',
  summary: 'The same receipts as one text, with the key that verifies them',
  who: admins,
  needsProof: true,
  perPersonMinute: 20,
  params,
  sends: 'text/plain',
  response: z.unknown(),
  refuses: ['organization-not-found'],
})
