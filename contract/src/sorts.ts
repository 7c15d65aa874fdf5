/** Columns by which lists can be sorted, the default first; kept apart from the schemas so that screens do not load zod. */
export const userSorts = ['createdAt', 'name', 'email', 'role', 'accessExpiresAt', 'lastSignedInAt'] as const
export const accessSorts = [
  'grantedAt',
  'endsAt',
  'documentTitle',
  'userName',
  'grantedByName',
  'accessLevel',
  'status',
] as const
export const requestSorts = [
  'createdAt',
  'documentName',
  'requesterName',
  'clientName',
  'status',
  'reviewedAt',
] as const
export const ownerRequestSorts = ['createdAt', 'name', 'status'] as const
export const organizationSorts = ['name', 'createdAt'] as const
export const mailSorts = ['createdAt', 'recipient', 'kind', 'status', 'attempts', 'sentAt'] as const
export const clientSorts = ['name', 'total', 'lastUploadedAt'] as const
export const matterSorts = ['name', 'reference', 'createdAt'] as const
export const packetSorts = ['number', 'createdAt'] as const
export const enquirySorts = ['createdAt', 'name', 'subject', 'answeredAt'] as const

export type Direction = 'asc' | 'desc'

/** Columns that sort descending by default; all others ascend. */
const latestFirst = [
  'uploadedAt',
  'lastUploadedAt',
  'total',
  'number',
  'createdAt',
  'grantedAt',
  'reviewedAt',
  'sentAt',
  'lastSignedInAt',
  'attempts',
  'answeredAt',
]
export const usualDirection = (sort: string): Direction => (latestFirst.includes(sort) ? 'desc' : 'asc')
