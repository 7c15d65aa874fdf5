import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, id, instant, lastDay, line, pageLimit, paragraphs } from './fields.ts'
import { holdKinds, holdStatuses } from './hold-terms.ts'
import { limits } from './limits.ts'

export * from './hold-terms.ts'

/** Id of a document, person or organisation, or the name of a client. */
const subject = line(limits.text.client).min(1)
const why = paragraphs(limits.text.message).min(1, { error: 'This field is required' })

const hold = z.object({
  id: z.string(),
  kind: z.enum(holdKinds),
  /** Id of what it is on; null for a client, who is found by name. */
  subjectId: z.string().nullable(),
  /** Name of what it is on, as it was when the hold was set. */
  name: z.string(),
  reason: z.string(),
  /** Last day, or null. */
  endsOn: z.string().nullable(),
  setAt: instant,
  setBy: z.string(),
  status: z.enum(holdStatuses),
  /** Request to lift it: by whom, when and why. */
  asked: z.object({ at: instant, by: z.string(), why: z.string() }).nullable(),
  /** End of it, and the name of whoever lifted it; null: its last day was over. */
  ended: z.object({ at: instant, by: z.string().nullable() }).nullable(),
  can: z.object({
    /** Ask to lift it; `alone`: it is lifted at once, as there is no second administrator. */
    lift: z.boolean(),
    alone: z.boolean(),
    /** Confirm what another asked for. */
    confirm: z.boolean(),
    /** Let it go on although lifting was asked for. */
    keep: z.boolean(),
  }),
})
export type Hold = z.output<typeof hold>

export const listHolds = endpoint({
  id: 'listHolds',
  summary: 'Legal holds, newest first: those with a status, or those on one thing',
  who: ['canManageSystem'],
  query: z.object({
    status: z.enum([...holdStatuses, 'all']).default('all'),
    /** Thing; for a document also those on its client, owner and organisation. Both or neither are given. */
    kind: z.enum(holdKinds).optional(),
    subject: subject.optional(),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ holds: z.array(hold), total: z.number(), nextCursor: z.string().nullable() }),
})

export const setHold = endpoint({
  id: 'setHold',
  summary: 'Set a legal hold: what it is on cannot be removed until it ends',
  who: ['canManageSystem'],
  noProof: 'work',
  status: 201,
  body: z.strictObject({ kind: z.enum(holdKinds), subject, reason: why, endsOn: lastDay }),
  response: z.object({ hold }),
  refuses: [
    'client-not-found',
    'document-not-found',
    'hold-ends-past',
    'organization-not-found',
    'user-not-found',
  ],
})

const holdId = z.object({ holdId: id })

export const liftHold = endpoint({
  id: 'liftHold',
  summary:
    'Ask to lift a legal hold, which another administrator confirms; where there is no other, it is lifted',
  who: ['canManageSystem'],
  needsProof: true,
  params: holdId,
  body: z.strictObject({ why }),
  response: z.object({ hold }),
  refuses: ['hold-asked', 'hold-not-found', 'hold-over'],
})

export const confirmLift = endpoint({
  id: 'confirmLift',
  summary: 'Confirm as the second administrator that a legal hold is lifted',
  who: ['canManageSystem'],
  needsProof: true,
  params: holdId,
  response: z.object({ hold }),
  refuses: ['hold-not-asked', 'hold-not-found', 'hold-over', 'hold-second'],
})

export const keepHold = endpoint({
  id: 'keepHold',
  summary: 'Let a legal hold go on although somebody asked to lift it',
  who: ['canManageSystem'],
  noProof: 'closes',
  params: holdId,
  response: z.object({ hold }),
  refuses: ['hold-not-asked', 'hold-not-found', 'hold-over'],
})
