import { z } from 'zod'
import { documentTypes } from './document-terms.ts'
import { uploadDocument } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant } from './fields.ts'
import { limits } from './limits.ts'

/* Resumable uploads: version 1.0.0 of the tus protocol (https://tus.io/protocols/resumable-upload), ADR 34. */

const who = ['canManageDocuments', 'canUploadDocuments'] as const

/** The header `Upload-Metadata` of a new upload, decoded: what a document is told with its file, and what finds it again. */
export const uploadMetadata = uploadDocument.query.extend({
  /** The media type that the client declares. */
  fileType: z.string().max(limits.text.fileName).optional(),
  /** When the file was last changed where it comes from, in milliseconds: the same file is chosen again to go on. */
  lastModified: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Chosen by the client: asked for a second upload with the same key, the server answers with the first. */
  key: id.optional(),
})
export type UploadMetadata = z.infer<typeof uploadMetadata>

/** An upload that has not finished. */
const upload = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  /** Bytes that are stored durably: it goes on after them. */
  received: z.number(),
  title: z.string(),
  type: z.enum(documentTypes),
  clientName: z.string().nullable(),
  expiryDate: day.nullable(),
  lastModified: z.number().nullable(),
  beganAt: instant,
  /** When it is discarded if nothing more arrives. */
  keptUntil: instant,
  /** The document that it has become. */
  documentId: z.string().nullable(),
})
export type UnfinishedUpload = z.infer<typeof upload>

export const listUploads = endpoint({
  id: 'listUploads',
  summary: 'The caller’s unfinished resumable uploads, newest first',
  who,
  scope: 'upload',
  response: z.object({ uploads: z.array(upload) }),
})

export const beginUpload = endpoint({
  id: 'beginUpload',
  summary:
    'Begin a resumable upload (tus 1.0.0): `Upload-Length` and `Upload-Metadata` say what will come, `Location` where to send it',
  who,
  scope: 'upload',
  takesFile: true,
  status: 201,
  response: z.unknown(),
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
})

export const continueUpload = endpoint({
  id: 'continueUpload',
  summary:
    'More of the file, from `Upload-Offset` on. The last part stores the document, whose id the header `Deedbox-Document` tells',
  who,
  scope: 'upload',
  takesFile: true,
  params: uploadId,
  status: 204,
  response: z.unknown(),
})

export const discardUpload = endpoint({
  id: 'discardUpload',
  summary: 'Discard an unfinished upload and what has arrived of it',
  who,
  scope: 'upload',
  params: uploadId,
  status: 204,
  response: z.unknown(),
})
