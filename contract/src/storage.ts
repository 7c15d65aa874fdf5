import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, instant, pageLimit } from './fields.ts'

const unrecordedFile = z.object({
  /** Where it is stored: the id of the person who uploaded it, then the time in milliseconds. */
  path: z.string(),
  bytes: z.number(),
  storedAt: instant,
  /** When it was moved to the quarantine; null while it is where it was. */
  movedAt: instant.nullable(),
  /** When it will be removed for good; null while it was not moved. */
  removedAt: instant.nullable(),
  /** This database knows the path: an upload was cut off. Otherwise the database is older than the file. */
  known: z.boolean(),
})

export const listUnrecorded = endpoint({
  id: 'listUnrecorded',
  summary:
    'Content in the store that no document has, newest first, and whether the sweep refuses to move it',
  who: ['canManageSystem'],
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    files: z.array(unrecordedFile),
    total: z.number(),
    /** Why nothing is moved: too many of the store's files have no record. */
    refused: z.object({ since: instant, unrecorded: z.number(), files: z.number() }).nullable(),
    nextCursor: z.string().nullable(),
  }),
})
