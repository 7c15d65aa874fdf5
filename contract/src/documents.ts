import { z } from 'zod'
import {
  accessLevels,
  accessStatuses,
  documentSorts,
  documentStatuses,
  documentTypes,
  withArchived,
} from './document-terms.ts'
import { endpoint } from './endpoint.ts'
import { cursor, day, done, emailPart, id, instant, line, pageLimit } from './fields.ts'
import { limits } from './limits.ts'
import { totals } from './total.ts'

export * from './document-terms.ts'
export * from './file-types.ts'

/** A document in a list. `access` is the reader's own active grant, if they see the document through one. */
export const documentRow = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  uploadedAt: instant,
  /** When its details were last corrected; null: never. Sent back with a correction. */
  updatedAt: instant.nullable(),
  expiryDate: day.nullable(),
  fileName: z.string(),
  fileSize: z.number(),
  fileType: z.string(),
  ownerId: z.string(),
  ownerName: z.string(),
  ownerEmail: z.string(),
  organizationId: z.string().nullable(),
  clientName: z.string().nullable(),
  deletedAt: instant.nullable(),
  /** Until when the content of a deleted document is kept. */
  keptUntil: instant.nullable(),
  /** Who deleted it; only in the Deleted view. */
  deletedByName: z.string().nullable().optional(),
  access: z
    .object({
      id: z.string(),
      accessLevel: z.enum(accessLevels),
      /** The earlier of expires_at and auto_revoke_date; for a guest never after the end of their account. */
      endsAt: instant.nullable(),
      expiresAt: instant.nullable(),
      autoRevokeDate: instant.nullable(),
    })
    .nullable(),
  can: z.object({
    download: z.boolean(),
    share: z.boolean(),
    correct: z.boolean(),
    confirm: z.boolean(),
    archive: z.boolean(),
    unarchive: z.boolean(),
    delete: z.boolean(),
    restore: z.boolean(),
  }),
})
export type DocumentRow = z.infer<typeof documentRow>

export const document = documentRow.extend({
  sha256: z.string(),
  secure: z.boolean(),
  preview: z.boolean(),
  can: documentRow.shape.can.extend({
    preview: z.boolean(),
    seeAccess: z.boolean(),
    seeHistory: z.boolean(),
  }),
})
export type Document = z.infer<typeof document>

const all = z.literal('all')

/** The filter object of section 3; blank and 'all' mean no filter. Archived documents are hidden unless `status` asks for them. */
export const documentFilter = z.object({
  search: line(limits.text.search).optional(),
  userEmail: emailPart.optional(),
  documentType: z.union([z.enum(documentTypes), all]).optional(),
  status: z.union([z.enum(documentStatuses), all, z.literal(withArchived)]).optional(),
  accessStatus: z.union([z.enum(accessStatuses), all]).optional(),
  expiryDateFrom: day.optional(),
  expiryDateTo: day.optional(),
})
export type DocumentFilter = z.infer<typeof documentFilter>

/** The same filter in lists of what belongs to documents: only what belongs to those that it chooses. */
export const ofDocuments = {
  documentSearch: documentFilter.shape.search,
  documentType: documentFilter.shape.documentType,
  documentStatus: documentFilter.shape.status,
  accessStatus: documentFilter.shape.accessStatus,
  expiryDateFrom: day.optional(),
  expiryDateTo: day.optional(),
}
export type OfDocuments = z.infer<z.ZodObject<typeof ofDocuments>>

export const listDocuments = endpoint({
  id: 'getAccessibleDocuments',
  summary: 'The documents the caller may see, filtered, sorted, paged by key',
  who: 'signed-in',
  scope: 'read',
  query: documentFilter.extend({
    /** 'deleted': documents that the caller can still restore. */
    view: z.enum(['current', 'deleted']).default('current'),
    /** 'me': only documents the caller owns. */
    owner: z.enum(['anyone', 'me']).default('anyone'),
    /** Only documents of this organisation. */
    organization: id.optional(),
    /** Only documents whose text has every word of this. */
    text: line(limits.text.search).optional(),
    /** Only documents of this client; case and accents do not matter. */
    client: line(limits.text.client).optional(),
    sort: z.enum(documentSorts).default('uploadedAt'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    documents: z.array(documentRow),
    ...totals,
    nextCursor: z.string().nullable(),
  }),
})

const documentId = z.object({ documentId: id })

export const getDocument = endpoint({
  id: 'getDocument',
  summary: 'One document',
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  response: z.object({ document }),
})

export const uploadDocument = endpoint({
  id: 'uploadDocument',
  summary: 'Store a file: the request body is the file itself, its Content-Type the declared type',
  who: ['canManageDocuments', 'canUploadDocuments'],
  scope: 'upload',
  takesFile: true,
  query: z.object({
    fileName: line(limits.text.fileName).min(1),
    title: line(limits.text.title).min(1),
    type: z.enum(documentTypes).default('other'),
    clientName: line(limits.text.client).default(''),
    expiryDate: day.optional(),
  }),
  status: 201,
  response: z.object({ document }),
})

export const findDuplicates = endpoint({
  id: 'findDuplicates',
  summary: 'Which contents, by their SHA-256, are stored already in documents that the caller may see',
  who: ['canManageDocuments', 'canUploadDocuments'],
  scope: 'upload',
  body: z.strictObject({
    hashes: z
      .array(z.string().regex(/^[0-9a-f]{64}$/))
      .min(1)
      .max(100),
  }),
  response: z.object({
    /** The newest document for each content that is stored. */
    duplicates: z.array(
      z.object({
        sha256: z.string(),
        id: z.string(),
        title: z.string(),
        clientName: z.string().nullable(),
        uploadedAt: instant,
      }),
    ),
  }),
})

export const downloadDocument = endpoint({
  id: 'downloadDocument',
  summary: 'The file itself',
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  sends: 'application/octet-stream',
  response: z.unknown(),
})

export const historyEntry = z.object({
  id: z.number(),
  event: z.string(),
  label: z.string(),
  at: instant,
  actorName: z.string().nullable(),
  actorEmail: z.string().nullable(),
  subjectEmail: z.string().nullable(),
  notes: z.string().nullable(),
  ip: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const documentHistory = endpoint({
  id: 'getDocumentHistory',
  summary: "A document's history from the audit trail, newest first",
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({ entries: z.array(historyEntry), nextCursor: z.string().nullable() }),
})

export const deleteDocument = endpoint({
  id: 'deleteDocument',
  summary: 'Delete a document: ends all grants; the content is removed after 30 days',
  who: ['canManageDocuments', 'canUploadDocuments'],
  needsProof: true,
  params: documentId,
  response: done,
})

export const restoreDocument = endpoint({
  id: 'restoreDocument',
  summary: 'Restore a deleted document while its content is still stored; ended grants stay ended',
  who: ['canManageDocuments'],
  params: documentId,
  response: z.object({ document }),
})
