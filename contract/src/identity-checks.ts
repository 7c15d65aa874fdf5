import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, email, id, instant, line, paragraphs } from './fields.ts'
import { checkPeople, checkWayNames } from './identity-check-terms.ts'
import { limits } from './limits.ts'

const emails = z.array(email).max(checkPeople)
const facts = {
  checkedOn: day,
  how: z.enum(checkWayNames),
  /** Name of the person who checked it. */
  by: line(limits.text.name).min(1, { error: 'This field is required' }),
  /** Reference of the check, never a copy of the identity document. */
  reference: line(200).default(''),
  /** Day on which it is to be checked again; null: not planned. */
  nextOn: day.nullable().default(null),
  note: paragraphs(limits.text.message).default(''),
}

const check = z.object({
  id: z.string(),
  checkedOn: z.string(),
  how: z.enum(checkWayNames),
  by: z.string(),
  reference: z.string(),
  nextOn: z.string().nullable(),
  note: z.string(),
  /** The people who see it. */
  people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  recordedAt: instant,
  recordedBy: z.string().nullable(),
  /** Why it does not count; '' while it does. */
  withdrawn: z.string(),
})
export type IdentityCheck = z.output<typeof check>

const partyId = z.object({ partyId: id })
const one = z.object({ checkId: id })

export const listIdentityChecks = endpoint({
  id: 'listIdentityChecks',
  summary: 'Identity checks of a party that name the caller, newest first',
  who: ['canManageDocuments'],
  params: partyId,
  response: z.object({ checks: z.array(check) }),
  refuses: ['party-not-found'],
})

export const recordIdentityCheck = endpoint({
  id: 'recordIdentityCheck',
  summary:
    'Record that the identity of a party was checked; seen by the caller and those named, who are reminded of the next one',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: partyId,
  body: z
    .strictObject({ ...facts, emails: emails.default([]) })
    .refine(({ checkedOn, nextOn }) => nextOn === null || nextOn > checkedOn, {
      path: ['nextOn'],
      error: 'The next check must be later than this one',
    }),
  status: 201,
  response: z.object({ check }),
  refuses: ['check-class', 'check-future', 'check-people', 'party-not-found'],
})

export const nameOnIdentityCheck = endpoint({
  id: 'nameOnIdentityCheck',
  summary: 'Say who sees an identity check; the caller sees it and stays named',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: one,
  body: z.strictObject({ emails }),
  response: z.object({ check }),
  refuses: ['check-not-found', 'check-people'],
})

export const withdrawIdentityCheck = endpoint({
  id: 'withdrawIdentityCheck',
  summary:
    'Say that an identity check does not count, with a reason; it stays, and its next day is not needed',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: one,
  body: z.strictObject({
    reason: paragraphs(limits.text.message).min(1, { error: 'This field is required' }),
  }),
  response: z.object({ check }),
  refuses: ['check-not-found', 'check-withdrawn'],
})
