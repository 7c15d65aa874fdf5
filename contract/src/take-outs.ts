import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant } from './fields.ts'

/**
 * States of a download: 'waiting': not fetched yet. 'stopped': the connection was lost, or the person may not continue. 'failed': Deedbox or its
 * server stopped in the middle.
 */
export const takeOutStates = ['waiting', 'running', 'done', 'cancelled', 'stopped', 'failed'] as const

/** Reasons why a document is not in the ZIP: its content is damaged, or it was deleted or moved away before its turn. */
export const missingReasons = ['damaged', 'gone'] as const

const count = z.number()

const takeOut = z.object({
  id,
  state: z.enum(takeOutStates),
  startedAt: instant,
  /** Number of all documents of the download. */
  documents: count,
  bytes: count,
  documentsDone: count,
  bytesDone: count,
  /** Documents that are not in the ZIP; the first 100. */
  missing: z.array(z.object({ title: z.string(), why: z.enum(missingReasons) })),
})
export type TakeOut = z.infer<typeof takeOut>

const who = ['canManageDocuments', 'canViewOwnDocuments'] as const
/** Organisation whose documents are meant, for people who manage it; if absent, the documents that the caller owns. */
const whose = { organizationId: id.optional() }
const takeOutId = z.object({ takeOutId: id })

export const getTakeOuts = endpoint({
  id: 'getTakeOuts',
  summary: 'What a download of everything would hold, and the caller’s last one',
  who,
  query: z.object(whose),
  response: z.object({ documents: count, bytes: count, last: takeOut.nullable() }),
  refuses: ['organization-not-found'],
})

export const startTakeOut = endpoint({
  id: 'startTakeOut',
  summary:
    'Begin a download of everything: all documents that the caller owns, or of an organisation, as one ZIP file',
  who,
  perPersonMinute: 20,
  needsProof: true,
  /** Organisation; null means the documents that the caller owns. */
  body: z.strictObject({ organizationId: id.nullable() }),
  status: 201,
  response: z.object({ takeOut }),
  refuses: ['organization-not-found', 'take-out-empty', 'take-out-running'],
})

export const getTakeOut = endpoint({
  id: 'getTakeOut',
  summary: 'How far a download of everything has come',
  who,
  params: takeOutId,
  response: z.object({ takeOut }),
  refuses: ['take-out-not-found'],
})

export const downloadTakeOut = endpoint({
  id: 'downloadTakeOut',
  summary: 'The ZIP file, written while it is sent; once, within 5 minutes, by the session that began it',
  who,
  noProof: 'begun',
  perPersonMinute: 20,
  params: takeOutId,
  sends: 'application/zip',
  response: z.unknown(),
  refuses: ['organization-not-found', 'take-out-not-found', 'take-out-over'],
})

export const cancelTakeOut = endpoint({
  id: 'cancelTakeOut',
  summary: 'Stop a download of everything',
  who,
  noProof: 'closes',
  params: takeOutId,
  response: done,
  refuses: ['take-out-not-found', 'take-out-over'],
})
