import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, line } from './fields.ts'
import { limits } from './limits.ts'
import { asking, reason, release, termsShown } from './nominations.ts'
import { storingEvidence } from './refusals.ts'

/** View of a nominee: whose papers they are named for and on which terms, never which document or matter it is before access begins. */
const nominated = z.object({
  id: z.string(),
  ownerName: z.string(),
  ...termsShown,
  nominees: z.number(),
  afterDays: z.number(),
  namedAt: instant,
  acceptedAt: instant.nullable(),
  declinedAt: instant.nullable(),
  confirmDue: z.boolean(),
  ended: z.boolean(),
  /** Their last asking. */
  asked: z
    .object({ release, asking, documents: z.array(z.object({ id: z.string(), title: z.string() })) })
    .nullable(),
  can: z.object({
    answer: z.boolean(),
    confirm: z.boolean(),
    ask: z.boolean(),
    bringEvidence: z.boolean(),
    withdraw: z.boolean(),
  }),
})
export type Nominated = z.output<typeof nominated>

const nomineeParams = z.object({ nomineeId: id })
const mine = z.object({ nominated })

export const listNominated = endpoint({
  id: 'listNominated',
  summary: 'What the caller is named for as a nominee',
  who: 'signed-in',
  response: z.object({ nominated: z.array(nominated) }),
})

export const acceptNomination = endpoint({
  id: 'acceptNomination',
  summary: 'Accept as a nominee',
  who: 'signed-in',
  noProof: 'own',
  params: nomineeParams,
  response: mine,
  refuses: ['nomination-ended', 'nomination-not-found', 'nominee-answered', 'nominee-owner'],
})

export const declineNomination = endpoint({
  id: 'declineNomination',
  summary: 'Decline to be a nominee, or step down as one',
  who: 'signed-in',
  noProof: 'closes',
  params: nomineeParams,
  response: mine,
  refuses: ['nomination-ended', 'nomination-not-found', 'nominee-answered', 'release-running'],
})

export const confirmNomination = endpoint({
  id: 'confirmNomination',
  summary: 'Confirm, once a year, that one is still there as a nominee',
  who: 'signed-in',
  noProof: 'own',
  params: nomineeParams,
  response: mine,
  refuses: ['nomination-ended', 'nomination-not-found', 'nominee-not-accepted'],
})

export const askRelease = endpoint({
  id: 'askRelease',
  summary:
    'Ask for access as a nominee: the owner, trustees and other nominees are told, and the owner may veto it. A rehearsal does the same and opens nothing',
  who: 'signed-in',
  noProof: 'asks',
  perPersonMinute: 10,
  params: nomineeParams,
  body: z.strictObject({ message: reason, rehearsal: z.boolean().default(false) }),
  response: mine,
  refuses: ['nomination-ended', 'nomination-not-found', 'nominee-not-accepted', 'release-asked'],
})

export const bringEvidence = endpoint({
  id: 'bringEvidence',
  summary: 'Bring evidence for what one asks for as a nominee: the request body is the file',
  who: 'signed-in',
  noProof: 'asks',
  perPersonMinute: 20,
  takesFile: true,
  params: nomineeParams,
  query: z.object({ fileName: line(limits.text.fileName).min(1) }),
  status: 201,
  response: mine,
  refuses: [
    ...storingEvidence,
    'nomination-ended',
    'nomination-not-found',
    'nominee-not-accepted',
    'release-evidence',
    'release-none',
  ],
})

export const withdrawRelease = endpoint({
  id: 'withdrawRelease',
  summary: 'Take back what one asked for as a nominee, before access begins',
  who: 'signed-in',
  noProof: 'closes',
  params: nomineeParams,
  response: mine,
  refuses: [
    'nomination-ended',
    'nomination-not-found',
    'nominee-not-accepted',
    'release-none',
    'release-open',
  ],
})
