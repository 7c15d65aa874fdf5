import { documents } from '../../db/tables/documents.ts'
import { detailColumns } from '../details.ts'

/** The columns that a list reads. */
export const listed = {
  id: documents.id,
  ...detailColumns,
  status: documents.status,
  copy: documents.copy,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
  fileName: documents.fileName,
  fileSize: documents.fileSize,
  fileType: documents.fileType,
  ownerId: documents.ownerId,
  ownerName: documents.ownerName,
  ownerEmail: documents.ownerEmail,
  organizationId: documents.organizationId,
  deletedAt: documents.deletedAt,
  keptUntil: documents.keptUntil,
  contentRemovedAt: documents.contentRemovedAt,
}
