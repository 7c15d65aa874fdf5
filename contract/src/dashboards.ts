import { z } from 'zod'
import { documentFilter, documentRow } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { cursor, pageLimit } from './fields.ts'
import { grantRow } from './grants.ts'
import { ownerRequest } from './owner-requests.ts'
import { accessRequest } from './requests.ts'

const count = z.number().int().min(0)

/** The figures of /dashboard for every role, from one snapshot (specification, section 2). */
export const getDashboard = endpoint({
  id: 'getDashboard',
  summary: "The caller's dashboard figures, by role",
  who: 'signed-in',
  response: z.object({
    /** Number of documents that the caller may see; `own` are their own. */
    documents: count,
    own: count,
    /** Number of these documents whose expiry date is within 30 days. */
    expiringSoon: count,
    /** Number of grants to the caller that end within 30 days. */
    endingSoon: count,
    /** Number of active grants on documents that the caller handles; for requestors and guests, of their own. */
    activeAccess: count,
    pendingRequests: count,
    /** Figures for administrators. */
    system: z
      .object({
        users: count,
        organizations: count,
        unconfirmedTrustees: count,
        failedMails: count,
        unrecordedFiles: count,
      })
      .nullable(),
    /** Number of people in an Org Admin's organisation. */
    organizationUsers: count.nullable(),
    /** The caller's three latest active grants. */
    recentAccess: z.array(grantRow),
    /** Grants of a guest that end first, three at most. */
    endingAccess: z.array(grantRow),
  }),
})

/** The whole trustee dashboard with its filter applied: every figure from one snapshot. */
export const getTrusteeDashboard = endpoint({
  id: 'getTrusteeDashboard',
  summary:
    'The trustee dashboard: statistics, top 5 documents, pending requests, long-term and expired access, charts',
  who: ['canGrantAccess', 'canManageDocuments'],
  query: documentFilter,
  response: z.object({
    statistics: z.object({
      documents: count,
      storageBytes: z.number(),
      activeAccess: count,
      pendingRequests: count,
      expiringSoon: count,
      /** Number of documents with a past expiry that are still marked active. */
      expiredOpen: count,
    }),
    /** More documents match than are counted one by one (`limits.dashboard.counted`): each figure is 'so many or more'. */
    capped: z.boolean(),
    topDocuments: z.array(documentRow),
    pendingRequests: z.array(accessRequest),
    longTermAccess: z.array(grantRow),
    expiredAccess: z.array(grantRow),
    /** Months of the next year, `YYYY-MM`. */
    expiriesByMonth: z.array(z.object({ month: z.string(), documents: count, grants: count })),
    /** Days of the last 30, `YYYY-MM-DD`. */
    accessesByDay: z.array(z.object({ day: z.string(), viewed: count, downloaded: count })),
  }),
})

/** Item that waits for the caller: an access request or extension to decide, or an owner request to claim or answer. */
const waiting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access'), request: accessRequest }),
  z.object({ kind: z.literal('owner'), request: ownerRequest }),
])
export type Waiting = z.infer<typeof waiting>

export const listWaiting = endpoint({
  id: 'listWaiting',
  summary:
    'What waits for the caller: access requests, extensions and owner requests in one queue, oldest first',
  who: ['canGrantAccess', 'canManageDocuments'],
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({
    waiting: z.array(waiting),
    total: count,
    nextCursor: z.string().nullable(),
  }),
})
