import { documents } from '../db/tables/documents.ts'

/** The columns that a list reads. */
export const listed = {
  id: documents.id,
  title: documents.title,
  type: documents.type,
  status: documents.status,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
  expiryDate: documents.expiryDate,
  fileName: documents.fileName,
  fileSize: documents.fileSize,
  fileType: documents.fileType,
  ownerId: documents.ownerId,
  ownerName: documents.ownerName,
  ownerEmail: documents.ownerEmail,
  organizationId: documents.organizationId,
  clientName: documents.clientName,
  deletedAt: documents.deletedAt,
  keptUntil: documents.keptUntil,
  contentRemovedAt: documents.contentRemovedAt,
}
