import { z } from 'zod'
import { copyKindNames } from './copy-terms.ts'
import { detailsGiven, detailsShown } from './detail-schemas.ts'
import { documentFilters } from './document-filters.ts'
import { documentLink } from './document-links.ts'
import { accessLevels, documentSorts } from './document-terms.ts'
import { documentVersion, earlierReader } from './document-versions.ts'
import { endpoint } from './endpoint.ts'
import { cursor, done, fileId, id, instant, line, pageLimit } from './fields.ts'
import { schemasOf } from './filter-schemas.ts'
import { limits } from './limits.ts'
import { asVersion, showing, storing } from './refusals.ts'
import { signatory } from './signatories.ts'
import { totals } from './total.ts'

export * from './document-filters.ts'
export * from './document-terms.ts'
export * from './file-types.ts'

/** A document in a list. `access` is the reader's own active grant, if they see the document through one. */
export const documentRow = z.object({
  id: z.string(),
  ...detailsShown,
  status: z.string(),
  /** Kind of copy that it is, if it can be checked by a code. */
  copy: z.enum(copyKindNames).nullable(),
  uploadedAt: instant,
  /** Time of the last correction of its details, or null. It is sent back with a correction. */
  updatedAt: instant.nullable(),
  fileName: z.string(),
  fileSize: z.number(),
  fileType: z.string(),
  ownerId: z.string(),
  ownerName: z.string(),
  ownerEmail: z.string(),
  organizationId: z.string().nullable(),
  deletedAt: instant.nullable(),
  /** Time until which the content of a deleted document is kept. */
  keptUntil: instant.nullable(),
  /** State: the reader sees a later version of it. */
  earlier: z.boolean(),
  /** Time since when nobody can open it, as its organisation has left; null: it is not locked. */
  lockedSince: instant.nullable(),
  /** Name of the person who deleted it, in the Deleted view only. */
  deletedByName: z.string().nullable().optional(),
  access: z
    .object({
      /** Id of the grant; null where it was released to them (ADR 82). */
      id: z.string().nullable(),
      accessLevel: z.enum(accessLevels),
      /** End of the grant: the earlier of expires_at and auto_revoke_date, and for a guest at most the end of their account. */
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
  /** State: a PDF that is opened with a password, so that its words cannot be searched. */
  locked: z.boolean(),
  preview: z.boolean(),
  /** Its matter; on its own page only, for those who see its history. `open`: they see the matter's page. */
  matter: z.object({ id: z.string(), name: z.string(), open: z.boolean() }).nullable().optional(),
  /** State: a legal hold keeps it; on its own page only, for those who see its history. */
  held: z.boolean().optional(),
  /** Signatories, and what it does to other documents that the reader sees, or they to it; on its own page only. */
  signatories: z.array(signatory).optional(),
  links: z.array(documentLink).optional(),
  /** Versions of it that the reader sees, itself among them, where there are others; on its own page only. */
  versions: z.array(documentVersion).optional(),
  /** People who can open an earlier version but not this one, for those who may share it; on its own page only. */
  earlierReaders: z.array(earlierReader).optional(),
  can: documentRow.shape.can.extend({
    preview: z.boolean(),
    seeAccess: z.boolean(),
    seeHistory: z.boolean(),
  }),
})
export type Document = z.infer<typeof document>

/** The filter object of section 3; blank and 'all' mean no filter. Archived documents are hidden unless `status` asks for them. */
export const documentFilter = z.object(schemasOf(documentFilters))

export const listDocuments = endpoint({
  id: 'getAccessibleDocuments',
  summary: 'The documents the caller may see, filtered, sorted, paged by key',
  who: 'signed-in',
  scope: 'read',
  query: documentFilter.extend({
    /** View; 'deleted' are documents that the caller can still restore. */
    view: z.enum(['current', 'deleted']).default('current'),
    /** Owner; 'me' means documents that the caller owns. */
    owner: z.enum(['anyone', 'me']).default('anyone'),
    /** Organisation of the documents. */
    organization: id.optional(),
    /** Documents of one matter. */
    matter: id.optional(),
    /** Words that the text of the documents must contain. */
    text: line(limits.text.search).optional(),
    /** Client of the documents; case and accents do not matter. */
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
  refuses: ['session-ended'],
})

const documentId = z.object({ documentId: id })

export const getDocument = endpoint({
  id: 'getDocument',
  summary: 'One document',
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  response: z.object({ document }),
  refuses: ['document-not-found'],
})

export const uploadDocument = endpoint({
  id: 'uploadDocument',
  summary:
    'Store a file: the request body is the file itself, its Content-Type the declared type. Where a kind is given, the type follows from it',
  who: ['canManageDocuments', 'canUploadDocuments'],
  noProof: 'work',
  perPersonMinute: 1000,
  scope: 'upload',
  takesFile: true,
  query: z.object({
    fileName: line(limits.text.fileName).min(1),
    /** Matter that it goes into, for callers who keep matters. */
    matterId: id.optional(),
    /** Document that it is the next version of: it gets the owner, organisation and matter of that one. */
    versionOf: id.optional(),
    ...detailsGiven,
  }),
  status: 201,
  response: z.object({ document }),
  refuses: [...storing, ...asVersion, 'detail-future'],
})

export const findDuplicates = endpoint({
  id: 'findDuplicates',
  summary: 'Which contents, by their SHA-256, are stored already in documents that the caller may see',
  who: ['canManageDocuments', 'canUploadDocuments'],
  noProof: 'looks',
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
  summary: 'The file itself, or a file attached to it',
  who: 'signed-in',
  noProof: 'one',
  perPersonMinute: 1000,
  scope: 'read',
  params: z.object({ documentId: fileId }),
  sends: 'application/octet-stream',
  response: z.unknown(),
  refuses: [...showing, 'download-not-allowed'],
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
  refuses: ['document-not-found', 'not-allowed'],
})

export const deleteDocument = endpoint({
  id: 'deleteDocument',
  summary: 'Delete a document: ends all grants; the content is removed after 30 days',
  who: ['canManageDocuments', 'canUploadDocuments'],
  needsProof: true,
  params: documentId,
  response: done,
  refuses: ['custody-keeps', 'document-not-found', 'hold-keeps'],
})

export const restoreDocument = endpoint({
  id: 'restoreDocument',
  summary: 'Restore a deleted document while its content is still stored; ended grants stay ended',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: documentId,
  response: z.object({ document }),
  refuses: ['document-not-found'],
})
