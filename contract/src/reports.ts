import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, day, instant } from './fields.ts'
import { totals } from './total.ts'

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
