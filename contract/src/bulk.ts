import { z } from 'zod'
import { grant } from './access.ts'
import { accessFilters } from './access-filters.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, direction, id, instant } from './fields.ts'
import { schemasOf } from './filter-schemas.ts'
import { limits } from './limits.ts'
import { accessSorts } from './sorts.ts'
import { totals } from './total.ts'

/** A grant with its document, for the tables across all documents. */
export const grantRow = grant.extend({
  documentTitle: z.string(),
  documentStatus: z.string(),
  documentSize: z.number(),
  /** State: it is older than 12 months of 30 days (specification, section 4). */
  longTerm: z.boolean(),
  clientName: z.string().nullable(),
})
export type GrantRow = z.infer<typeof grantRow>

export const listAccess = endpoint({
  id: 'listAccess',
  summary:
    "Grants on all documents: the caller's own ('own'), or those on documents the caller handles ('handled')",
  who: 'signed-in',
  scope: 'read',
  query: z.object({
    scope: z.enum(['own', 'handled']).default('own'),
    /** Filters of documents: 'handled' has only grants on the documents that they choose. */
    ...schemasOf(accessFilters),
    /** Order; by default the caller's own by their end, soonest first, and handled ones newest first. */
    sort: z.enum(accessSorts).optional(),
    direction,
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(limits.page.default),
  }),
  response: z.object({
    grants: z.array(grantRow),
    ...totals,
    nextCursor: z.string().nullable(),
  }),
})

export const bulkActions = ['revoke', 'renew'] as const
const bulk = z.strictObject({
  action: z.enum(bulkActions, { error: 'Please select an action and at least one access record' }),
  grantIds: z
    .array(id)
    .min(1, { error: 'Please select an action and at least one access record' })
    .max(limits.bulk),
})

export const previewBulk = endpoint({
  id: 'previewBulkAccess',
  summary: 'What a bulk action would change, changing nothing',
  who: ['canGrantAccess', 'canManageDocuments'],
  noProof: 'looks',
  body: bulk,
  response: z.object({
    changes: z.array(
      z.object({
        id: z.string(),
        userName: z.string(),
        userEmail: z.string(),
        documentTitle: z.string(),
        endsAt: instant.nullable(),
        newEndsAt: instant.nullable(),
      }),
    ),
    /** Number of selected grants that are not active or not the caller's to change, for which the action would be refused. */
    refused: z.number(),
  }),
})

export const bulkAccess = endpoint({
  id: 'bulkAccess',
  summary: 'Revoke or renew (one year from today) many active grants: all of them or none',
  who: ['canGrantAccess', 'canManageDocuments'],
  needsProof: true,
  body: bulk,
  response: z.object({ count: z.number() }),
})

export const exportTypes = ['documents', 'access', 'activity', 'readings'] as const

export const listActivity = endpoint({
  id: 'listActivity',
  summary: 'The audit trail of the documents one handles, newest first, paged by key',
  who: ['canGrantAccess', 'canManageDocuments'],
  query: z.object({ cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(8) }),
  response: z.object({
    entries: z.array(
      z.object({
        id: z.number(),
        event: z.string(),
        label: z.string(),
        at: instant,
        actorName: z.string().nullable(),
        actorEmail: z.string().nullable(),
        subjectEmail: z.string().nullable(),
        documentId: z.string().nullable(),
        documentTitle: z.string().nullable(),
        notes: z.string().nullable(),
      }),
    ),
    ...totals,
    nextCursor: z.string().nullable(),
  }),
})

export const exportAudit = endpoint({
  id: 'exportAudit',
  summary: 'An audit report as CSV (streamed) or as a printable PDF',
  who: ['canGrantAccess', 'canManageDocuments'],
  perPersonMinute: 20,
  needsProof: true,
  params: z.object({
    file: z.enum([
      'documents-audit.csv',
      'access-audit.csv',
      'activity-audit.csv',
      'readings-audit.csv',
      'documents-audit.pdf',
      'access-audit.pdf',
      'activity-audit.pdf',
      'readings-audit.pdf',
    ]),
  }),
  query: z.object({ from: day.optional(), to: day.optional() }),
  sends: 'text/csv',
  response: z.unknown(),
})
