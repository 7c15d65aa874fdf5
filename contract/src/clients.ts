import { z } from 'zod'
import { historyEntry } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { cursor, direction, instant, line, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { clientSorts } from './sorts.ts'
import { totals } from './total.ts'

export const suggestClients = endpoint({
  id: 'suggestClients',
  summary:
    'Names of clients of documents that the caller may see, by the beginnings of words; those that begin with the text first',
  who: 'signed-in',
  scope: 'read',
  query: z.object({ text: line(limits.text.client).default('') }),
  response: z.object({ names: z.array(z.string()) }),
})

const clientRow = z.object({
  /** Name as written on the newest document. */
  name: z.string(),
  /** Numbers of documents, counted up to 10,000. */
  ...totals,
  lastUploadedAt: instant,
})
export type ClientRow = z.infer<typeof clientRow>

export const listClients = endpoint({
  id: 'listClients',
  summary: 'All clients of documents that the caller handles, by default in alphabetical order, paged by key',
  who: ['canManageDocuments'],
  scope: 'read',
  query: z.object({
    search: line(limits.text.client).default(''),
    sort: z.enum(clientSorts).default('name'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ clients: z.array(clientRow), nextCursor: z.string().nullable() }),
})

/** Names that differ only in case or accents are one client. */
const name = line(limits.text.client).min(1)

export const client = clientRow.extend({
  /** Spellings of the name on its other documents. */
  alsoWritten: z.array(z.string()),
  /**
   * People who have access to one of these documents now, and the next end of such an access; null if the caller may not see it. A client with very
   * many documents may have more people (`peopleIsMore`), and then no end is given.
   */
  access: z.object({ people: z.number(), peopleIsMore: z.boolean(), nextEnd: instant.nullable() }).nullable(),
  requests: z.object({
    /** View of the list of requests in which the caller sees these. */
    view: z.enum(['own', 'review', 'organization']),
    pending: z.number(),
  }),
  can: z.object({ share: z.boolean(), upload: z.boolean(), seeAccess: z.boolean(), seeHistory: z.boolean() }),
})
export type Client = z.infer<typeof client>

export const getClient = endpoint({
  id: 'getClient',
  summary: 'A client: figures of their documents, for those who handle, oversee or own some of them',
  who: 'signed-in',
  scope: 'read',
  query: z.object({ name }),
  response: z.object({ client }),
  refuses: ['client-not-found'],
})

export const clientHistory = endpoint({
  id: 'getClientHistory',
  summary: "What happened to a client's documents, newest first, of those whose history the caller may see",
  who: 'signed-in',
  scope: 'read',
  query: z.object({ name, cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    entries: z.array(historyEntry.extend({ documentId: z.string(), documentTitle: z.string() })),
    nextCursor: z.string().nullable(),
  }),
  refuses: ['client-not-found'],
})
