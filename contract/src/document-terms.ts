/** Values and labels of documents and grants for screens; apart from the schemas, so that screens do not load zod. */
export const documentTypes = ['trust_deed', 'other'] as const
export const documentStatuses = ['active', 'archived', 'pending'] as const

export const documentTypeLabels: Record<(typeof documentTypes)[number], string> = {
  trust_deed: 'Trust deed',
  other: 'Other',
}

/** Value of the filter that includes archived documents, which 'all' (no filter) leaves out. */
export const withArchived = 'with-archived'

export const documentStatusLabels: Record<(typeof documentStatuses)[number], string> = {
  active: 'Active',
  archived: 'Archived',
  pending: 'To confirm',
}

/** Actions on many documents at once. */
export const documentActions = [
  'share',
  'correct',
  'archive',
  'unarchive',
  'confirm',
  'delete',
  'restore',
] as const
export type DocumentAction = (typeof documentActions)[number]

export const refusalReasons = ['not-found', 'not-allowed', 'archived', 'not-archived', 'not-pending'] as const
export const refusalReasonLabels: Record<(typeof refusalReasons)[number], string> = {
  'not-found': 'No longer there, or not for you',
  'not-allowed': 'Not for you to do',
  archived: 'Archived already',
  'not-archived': 'Not archived',
  'not-pending': 'Confirmed already',
}

export const documentSorts = [
  'uploadedAt',
  'title',
  'expiryDate',
  'clientName',
  'ownerName',
  'fileSize',
  'kind',
  'type',
  'status',
] as const

export const accessLevels = ['view', 'download'] as const
export const accessLevelLabels: Record<(typeof accessLevels)[number], string> = {
  view: 'View only',
  download: 'View and download',
}
export const accessStatuses = ['active', 'expired', 'revoked'] as const
export const accessStatusLabels: Record<(typeof accessStatuses)[number], string> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
}
