/** Values and labels of documents and grants for screens; apart from the schemas, so that screens do not load zod. */
export const documentTypes = ['trust_deed', 'other'] as const
export const documentStatuses = ['active', 'archived', 'pending'] as const

export const documentTypeLabels: Record<(typeof documentTypes)[number], string> = {
  trust_deed: 'Trust deed',
  other: 'Other',
}

export const documentSorts = [
  'uploadedAt',
  'title',
  'expiryDate',
  'clientName',
  'ownerName',
  'fileSize',
  'type',
  'status',
] as const

export const accessLevels = ['view', 'download'] as const
export const accessLevelLabels: Record<(typeof accessLevels)[number], string> = {
  view: 'View only',
  download: 'View and download',
}
export const accessStatuses = ['active', 'expired', 'revoked'] as const

/** The filter object's fields (specification, section 3). */
export const filterFields = [
  'search',
  'userEmail',
  'documentType',
  'status',
  'accessStatus',
  'expiryDateFrom',
  'expiryDateTo',
] as const

/** How many filters are set (specification, section 5: Filter activity); shown on the badge. */
export function activeFilters(
  filter: Partial<Record<(typeof filterFields)[number], string | undefined>>,
): number {
  return Object.entries(filter).filter(([name, value]) =>
    name === 'search' || name === 'userEmail' ? Boolean(value?.trim()) : Boolean(value) && value !== 'all',
  ).length
}
