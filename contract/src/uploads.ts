import { z } from 'zod'
import { detailsShown } from './detail-schemas.ts'
import { uploadDocument } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { limits } from './limits.ts'
import { asVersion, storing } from './refusals.ts'

/* Resumable uploads: version 1.0.0 of the tus protocol (https://tus.io/protocols/resumable-upload), ADR 34. */

const who = ['canManageDocuments', 'canUploadDocuments'] as const

/** The header `Upload-Metadata` of a new upload, decoded: the details of a document, and the facts that find the upload again. */
export const uploadMetadata = uploadDocument.query.extend({
  /** Media type that the client declares. */
  fileType: z.string().max(limits.text.fileName).optional(),
  /** Milliseconds of the file's last change on the person's device, by which the same file is recognised to continue. */
  lastModified: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Key of the client's choice: asked for a second upload with the same key, the server answers with the first. */
  key: id.optional(),
})
export type UploadMetadata = z.infer<typeof uploadMetadata>

/** An upload that has not finished. */
const upload = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  /** Bytes that are stored durably, after which it continues. */
  received: z.number(),
  ...detailsShown,
  /** Matter that it goes into. */
  matterId: z.string().nullable(),
  /** Document of which it will be the next version. */
  versionOf: z.string().nullable(),
  lastModified: z.number().nullable(),
  beganAt: instant,
  /** Time when it is discarded if nothing more arrives. */
  keptUntil: instant,
  /** The document that it has become. */
  documentId: z.string().nullable(),
})
export type UnfinishedUpload = z.infer<typeof upload>

/** Bytes of the caller's documents and unfinished uploads, and their limit. */
const storage = z.object({ used: z.number(), limit: z.number() })

export const listUploads = endpoint({
  id: 'listUploads',
  summary:
    'The caller’s unfinished resumable uploads, newest first, and how much the caller may keep stored (null: no limit)',
  who,
  scope: 'upload',
  response: z.object({ uploads: z.array(upload), storage: storage.nullable() }),
})

export const beginUpload = endpoint({
  id: 'beginUpload',
  summary:
    'Begin a resumable upload (tus 1.0.0): `Upload-Length` and `Upload-Metadata` say what will come, `Location` where to send it',
  who,
  noProof: 'work',
  perPersonMinute: 1000,
  scope: 'upload',
  takesFile: true,
  status: 201,
  response: z.unknown(),
  refuses: [
    ...storing,
    ...asVersion,
    'detail-future',
    'upload-busy',
    'upload-header',
    'upload-limit',
    'upload-version',
  ],
})

const uploadId = z.object({ uploadId: id })

export const getUpload = endpoint({
  id: 'getUpload',
  summary: 'A resumable upload. HEAD is the call of the tus protocol: `Upload-Offset` says where to go on',
  who,
  scope: 'upload',
  params: uploadId,
  answersHead: true,
  response: z.object({ upload }),
  refuses: ['upload-busy', 'upload-header', 'upload-not-found', 'upload-version'],
})

export const continueUpload = endpoint({
  id: 'continueUpload',
  summary:
    'More of the file, from `Upload-Offset` on. The last part stores the document, whose id the header `Deedbox-Document` tells',
  who,
  noProof: 'work',
  scope: 'upload',
  takesFile: true,
  params: uploadId,
  status: 204,
  response: z.unknown(),
  refuses: [
    ...storing,
    ...asVersion,
    'upload-busy',
    'upload-damaged',
    'upload-header',
    'upload-not-found',
    'upload-offset',
    'upload-pieces',
    'upload-version',
  ],
})

export const discardUpload = endpoint({
  id: 'discardUpload',
  summary: 'Discard an unfinished upload and what has arrived of it',
  who,
  noProof: 'closes',
  scope: 'upload',
  params: uploadId,
  status: 204,
  response: z.unknown(),
  refuses: ['upload-busy', 'upload-header', 'upload-not-found', 'upload-version'],
})
