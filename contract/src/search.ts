import { z } from 'zod'
import { detailSchemas, detailsFound } from './detail-schemas.ts'
import { documentStatuses } from './document-terms.ts'
import { endpoint } from './endpoint.ts'
import { instant, line } from './fields.ts'
import { limits } from './limits.ts'

const documentHit = z.object({
  id: z.string(),
  type: detailSchemas.type,
  ...detailsFound,
  status: z.enum(documentStatuses),
  ownerName: z.string(),
  can: z.object({ share: z.boolean(), correct: z.boolean(), archive: z.boolean() }),
})
export type DocumentHit = z.infer<typeof documentHit>

const clientHit = z.object({
  name: z.string(),
  /** Acts of the caller: `open` if they have a page of this client. */
  can: z.object({ open: z.boolean() }),
})
export type ClientHit = z.infer<typeof clientHit>

const personHit = z.object({
  name: z.string(),
  email: z.string(),
  /** Account of the person, for callers who manage it. */
  userId: z.string().nullable(),
})
export type PersonHit = z.infer<typeof personHit>

const matterHit = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  reference: z.string(),
})
export type MatterHit = z.infer<typeof matterHit>

const requestHit = z.object({
  id: z.string(),
  kind: z.enum(['access', 'owner']),
  /** Name of the requested document or person. */
  name: z.string(),
  requesterName: z.string(),
  status: z.string(),
  createdAt: instant,
  /** State: the caller made it. */
  own: z.boolean(),
})
export type RequestHit = z.infer<typeof requestHit>

/** The answer reveals nothing that the caller may not see: it has no totals, and a few results of each kind. */
export const search = endpoint({
  id: 'search',
  summary:
    'A few documents, clients, matters, people and requests that the caller may see, by words; documents also by the words of their text',
  who: 'signed-in',
  query: z.object({ text: line(limits.text.search).min(1) }),
  response: z.object({
    documents: z.array(documentHit),
    /** Documents besides these whose text has every word. */
    texts: z.array(documentHit),
    clients: z.array(clientHit),
    matters: z.array(matterHit),
    people: z.array(personHit),
    requests: z.array(requestHit),
  }),
})
