import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, paragraphs } from './fields.ts'
import { limits } from './limits.ts'

const count = z.number().int().min(0)

/** Key and newest head of the transparency log, which say nothing of anybody. */
export const logKey = endpoint({
  id: 'logKey',
  summary: 'The key of the transparency log and its newest checkpoint',
  who: 'public',
  perMinute: 60,
  sends: 'text/plain',
  response: z.unknown(),
  refuses: ['not-found'],
})

export const logCheckpoint = endpoint({
  id: 'logCheckpoint',
  summary: 'The newest checkpoint of the transparency log, a signed note (C2SP tlog-checkpoint)',
  who: ['canManageSystem'],
  scope: 'read',
  noProof: 'looks',
  perPersonMinute: 600,
  sends: 'text/plain',
  response: z.unknown(),
  refuses: ['not-found'],
})

export const logTile = endpoint({
  id: 'logTile',
  summary:
    'A tile of hashes or of entries of the transparency log, up to its newest checkpoint (C2SP tlog-tiles)',
  who: ['canManageSystem'],
  scope: 'read',
  noProof: 'looks',
  perPersonMinute: 3_000,
  /** Address behind /log/tile/, such as 0/x001/234 or entries/000.p/12. */
  params: z.object({ '*': z.string().max(100) }),
  sends: 'application/octet-stream',
  response: z.unknown(),
  refuses: ['not-found'],
})

const finding = z.object({
  id: count,
  /** Sentence that names the event or head. */
  problem: z.string(),
  foundAt: instant,
  /** Time of the newest check that found it. */
  seenAt: instant,
})
export type LogFinding = z.output<typeof finding>

const witness = z.object({
  name: z.string(),
  /** Owner of the witness; empty where the policy does not say. */
  owner: z.string(),
  url: z.string(),
  cosignedAt: instant.nullable(),
  /** Events of the log that it has not cosigned. */
  behind: count,
  isIndependent: z.boolean(),
  fault: z.string().nullable(),
})
export type LogWitness = z.output<typeof witness>

const standing = z.object({
  /** Log that grows now; null before the first. */
  origin: z.string().nullable(),
  verifierKey: z.string().nullable(),
  begunAt: instant.nullable(),
  /** Number of events in it. */
  size: count,
  signed: z.object({ size: count, at: instant }).nullable(),
  /** Reason why nothing is sealed and signed, and what to do; null where all is well. */
  why: z.string().nullable(),
  checkedAt: instant.nullable(),
  /** Witnesses of this deployment; null where none is named. */
  witnesses: z.array(witness).nullable(),
  /** Findings of checks that nobody has settled yet. */
  findings: z.array(finding),
})

export const getLog = endpoint({
  id: 'getLog',
  summary: 'How the transparency log stands: its newest head, its witnesses, and what checks of it found',
  who: ['canManageSystem'],
  response: standing,
})

export const settleFinding = endpoint({
  id: 'settleFinding',
  summary: 'Settle a finding of a check of the log, with its explanation; it is then no longer shown as open',
  who: ['canManageSystem'],
  needsProof: true,
  body: z.strictObject({
    findingId: count,
    reason: paragraphs(limits.text.message).min(1, { error: 'This field is required' }),
  }),
  response: standing,
  refuses: ['not-found'],
})
