import { z } from 'zod'
import { accessLevels } from './document-terms.ts'
import { endpoint } from './endpoint.ts'
import { cursor, id, instant, line, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { over } from './nominations.ts'
import { totals } from './total.ts'

const released = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Name of whose papers they are: the client's, or else the owner's. */
  whose: z.string(),
  accessLevel: z.enum(accessLevels),
  begins: instant,
  /** Time at which it ends by its terms. */
  ends: instant,
  /** Time when it was stopped before that, by whom and why. */
  over,
  /** Documents of it that the reader sees, the first by title. */
  documents: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Number of others. */
  more: z.number(),
})
export type Released = z.output<typeof released>

export const listReleased = endpoint({
  id: 'listReleased',
  summary:
    "Access that releases have given: what is open to the caller ('own'), or all of it on documents that the caller answers for ('handled')",
  who: 'signed-in',
  scope: 'read',
  query: z.object({
    scope: z.enum(['own', 'handled']).default('own'),
    document: id.optional(),
    matter: id.optional(),
    client: line(limits.text.client).optional(),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ released: z.array(released), ...totals, nextCursor: z.string().nullable() }),
})
