import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, instant } from './fields.ts'
import { ownerRequest } from './owner-requests.ts'
import { accessRequest } from './requests.ts'
import { firstSteps, waitingKinds } from './today-terms.ts'

export * from './today-terms.ts'

const count = z.number().int().min(0)

/** A thing that waits: a document, a grant, a person, an email, a part of Deedbox. */
const waitingNote = z.object({
  id: z.string(),
  /** Document that its row is about. */
  documentId: z.string().nullable(),
  title: z.string(),
  detail: z.string().nullable(),
  /** Time since which it waits, or at which it ends. */
  at: instant.nullable(),
  /** The last day of a document, the day of a date or of a death. */
  day: day.nullable(),
})
export type WaitingNote = z.infer<typeof waitingNote>

const group = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('decide'), total: count, items: z.array(accessRequest) }),
  z.object({ kind: z.literal('claim'), total: count, items: z.array(ownerRequest) }),
  z.object({ kind: z.literal('fulfil'), total: count, items: z.array(ownerRequest) }),
  z.object({
    kind: z.enum(waitingKinds),
    total: count,
    /** State: there are more than `total`. */
    totalIsMore: z.boolean(),
    items: z.array(waitingNote),
  }),
])
export type WaitingGroup = z.infer<typeof group>

export const getToday = endpoint({
  id: 'getToday',
  summary:
    'All that waits for the caller today, grouped by what to do, each group with its number and its first rows; and the first steps of a new account',
  who: 'signed-in',
  response: z.object({
    /** Groups that have something. */
    groups: z.array(group),
    /** First steps; null once all are done or dismissed (`preferences.firstSteps`). */
    firstSteps: z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() })).nullable(),
  }),
})
