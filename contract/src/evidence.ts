import { z } from 'zod'
import { eventFilter } from './audit-trail.ts'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { takeOutStates } from './take-outs.ts'

export const getEventProof = endpoint({
  id: 'getEventProof',
  summary:
    'The proof that an event is in the transparency log, with what the caller may read of it (C2SP tlog-proof)',
  who: 'signed-in',
  params: z.object({ eventId: z.coerce.number().int().positive() }),
  response: z.object({
    /** Null while the event waits for its place in the log, or for the first head that has it. */
    proof: z
      .object({
        origin: z.string(),
        index: z.number(),
        /** Number of events that the head covers. */
        size: z.number(),
        /** Time at which the head was signed, by the clock of the database. */
        signedAt: instant,
        /** Verifier key of the log (C2SP signed-note). */
        key: z.string(),
        /** Bytes that were sealed, in base 64. */
        leaf: z.string(),
        /** Disclosures (RFC 9901) of the fields that the caller may read. */
        disclosures: z.array(z.string()),
        /** Text of the `.tlog-proof`. */
        text: z.string(),
      })
      .nullable(),
  }),
  refuses: ['not-found'],
})

const count = z.number()

const evidence = z.object({
  id,
  state: z.enum(takeOutStates),
  startedAt: instant,
  events: count,
  /** Events whose proof was written. */
  eventsDone: count,
  /** Bytes of the documents. */
  bytes: count,
  bytesDone: count,
})
export type Evidence = z.infer<typeof evidence>
export type EvidenceFilter = z.output<typeof eventFilter>

const who = ['canManageSystem', 'canManageDocuments', 'canManageOrganization'] as const
const takeOutId = z.object({ takeOutId: id })

export const getEvidence = endpoint({
  id: 'getEvidence',
  summary: 'What evidence of these events would hold, and how the caller’s last evidence went',
  who,
  query: eventFilter.extend({ withDocuments: z.stringbool().default(false) }),
  response: z.object({
    /** Number of events, counted up to one more than evidence may have. */
    events: count,
    /** Most events that evidence may have. */
    most: count,
    documents: count,
    bytes: count,
    last: evidence.nullable(),
  }),
  refuses: [],
})

export const startEvidence = endpoint({
  id: 'startEvidence',
  summary:
    'Begin evidence of events that the caller sees, with their proofs and, of one document or client, the documents',
  who,
  perPersonMinute: 20,
  needsProof: true,
  body: z.strictObject({ filter: eventFilter, withDocuments: z.boolean() }),
  status: 201,
  response: z.object({ evidence }),
  refuses: ['evidence-empty', 'evidence-too-large', 'log-stands-still', 'take-out-running'],
})

export const getOneEvidence = endpoint({
  id: 'getOneEvidence',
  summary: 'How far evidence has come',
  who,
  params: takeOutId,
  response: z.object({ evidence }),
  refuses: ['take-out-not-found'],
})

export const downloadEvidence = endpoint({
  id: 'downloadEvidence',
  summary:
    'The ZIP file of evidence, written while it is sent; once, within 5 minutes, by the session that began it',
  who,
  noProof: 'begun',
  perPersonMinute: 20,
  params: takeOutId,
  sends: 'application/zip',
  response: z.unknown(),
  refuses: ['take-out-not-found', 'take-out-over'],
})
