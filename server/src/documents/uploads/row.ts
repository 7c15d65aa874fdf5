import { toDetails } from '@deedbox/contract/document-details.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { UnfinishedUpload } from '@deedbox/contract/uploads.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { uploads } from '../../db/tables/uploads.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'

export type UploadRow = typeof uploads.$inferSelect

/** Uploads changed since then are kept. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - limits.upload.keptMs)
export const keptUntil = ({ changedAt }: Pick<UploadRow, 'changedAt'>): Date =>
  new Date(changedAt.getTime() + limits.upload.keptMs)

type Asking = Acting<Pick<ReadCtx, 'tx' | 'now' | 'actor'> & ReadCtx>

/** Returns the condition for the caller's own uploads that have not expired. */
export const ownUploads = ({ actor, now }: Asking) =>
  and(eq(uploads.ownerId, actor.id), gt(uploads.changedAt, keptSince(now)))

export const unfinished = isNull(uploads.documentId)

/** @throws Refusal 'upload-not-found' for one that is not there, has expired, or is somebody else's. */
export async function findUpload(ctx: Asking, uploadId: string): Promise<UploadRow> {
  const [row] = await ctx.tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), ownUploads(ctx)))
  if (!row) throw new Refusal('upload-not-found')
  return row
}

export const toUpload = (row: UploadRow): UnfinishedUpload => ({
  id: row.id,
  fileName: row.fileName,
  fileSize: row.fileSize,
  received: row.documentId ? row.fileSize : row.received,
  ...toDetails(row.details),
  matterId: row.matterId,
  versionOf: row.versionOf,
  lastModified: row.lastModified,
  beganAt: row.createdAt.toISOString(),
  keptUntil: keptUntil(row).toISOString(),
  documentId: row.documentId,
})
