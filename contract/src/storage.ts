import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, instant, pageLimit } from './fields.ts'

const unrecordedFile = z.object({
  /** Where it is stored: the id of the person who uploaded it, then the time in milliseconds. */
  path: z.string(),
  bytes: z.number(),
  storedAt: instant,
  /** When it was moved to the quarantine; null if it was not. */
  movedAt: instant.nullable(),
  /** When it will be permanently removed; null if it was not moved. */
  removedAt: instant.nullable(),
  /** True: this database knows the path, so an upload was interrupted. False: the database is older than the file. */
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
    /** Set when nothing is moved because too many of the stored files have no record. */
    refused: z.object({ since: instant, unrecorded: z.number(), files: z.number() }).nullable(),
    nextCursor: z.string().nullable(),
  }),
})
