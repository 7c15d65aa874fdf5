import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, instant, pageLimit } from './fields.ts'

const unrecordedFile = z.object({
  /** Path in the store: the id of the person who uploaded it, then the time in milliseconds. */
  path: z.string(),
  bytes: z.number(),
  storedAt: instant,
  /** Time of its move to the quarantine; null if it was not moved. */
  movedAt: instant.nullable(),
  /** Time of its permanent removal; null if it was not moved. */
  removedAt: instant.nullable(),
  /** State: this database knows the path, so an upload was interrupted. Otherwise the database is older than the file. */
  known: z.boolean(),
})

export const listUnrecorded = endpoint({
  id: 'listUnrecorded',
  summary:
    'Stored files that belong to no document, newest first, and whether the sweep refuses to move them',
  who: ['canManageSystem'],
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    files: z.array(unrecordedFile),
    total: z.number(),
    /** Facts of a refusal: nothing is moved because too many of the stored files have no record. */
    refused: z.object({ since: instant, unrecorded: z.number(), files: z.number() }).nullable(),
    nextCursor: z.string().nullable(),
  }),
})
