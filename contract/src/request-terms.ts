/** Values and labels of requests for screens (specification, sections 2 to 4); apart from the schemas, to load no zod. */
export const requestStatuses = ['pending', 'approved', 'denied', 'withdrawn', 'lapsed'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** Calls that move a request from one status to another. Only a pending one can still change. */
export const requestMoves = [
  { by: 'approve', from: 'pending', to: 'approved' },
  { by: 'deny', from: 'pending', to: 'denied' },
  { by: 'withdraw', from: 'pending', to: 'withdrawn' },
  { by: 'lapse', from: 'pending', to: 'lapsed' },
] as const satisfies readonly { by: string; from: RequestStatus; to: RequestStatus }[]

/** Returns the status that a move leads to; null where that move is not allowed. */
export const requestMove = (by: (typeof requestMoves)[number]['by'], from: RequestStatus) =>
  requestMoves.find((move) => move.by === by && move.from === from)?.to ?? null

/** The tabs of /requestor/documents, by their value in the address (`?tab=`). */
export const requestorTabs = {
  'my-access': 'My Access',
  'request-access': 'Request Access',
  'owner-requests': 'Owner Requests',
  'browse-documents': 'Browse Documents',
  'my-requests': 'My Requests',
} as const

/** Statuses of the specification, and `withdrawn`, which Deedbox adds. */
export const ownerRequestStatuses = ['pending', 'claimed', 'fulfilled', 'withdrawn'] as const
export type OwnerRequestStatus = (typeof ownerRequestStatuses)[number]

export const ownerRequestMoves = [
  { by: 'claim', from: 'pending', to: 'claimed' },
  { by: 'fulfil', from: 'claimed', to: 'fulfilled' },
  { by: 'withdraw', from: 'pending', to: 'withdrawn' },
  { by: 'withdraw', from: 'claimed', to: 'withdrawn' },
] as const satisfies readonly { by: string; from: OwnerRequestStatus; to: OwnerRequestStatus }[]

/** Returns the status that a move leads to; null where that move is not allowed. */
export const ownerRequestMove = (by: (typeof ownerRequestMoves)[number]['by'], from: OwnerRequestStatus) =>
  ownerRequestMoves.find((move) => move.by === by && move.from === from)?.to ?? null

/** Changes of a grant; granting an active one again replaces its terms. */
export const accessMoves = [
  { by: 'grant', from: null, to: 'active' },
  { by: 'grant', from: 'active', to: 'active' },
  { by: 'extend', from: 'active', to: 'active' },
  { by: 'expire', from: 'active', to: 'expired' },
  { by: 'revoke', from: 'active', to: 'revoked' },
  { by: 'remove', from: 'active', to: 'revoked' },
  { by: 'renew', from: 'active', to: 'active' },
  { by: 'renew', from: 'expired', to: 'active' },
] as const

export const extensionTypes = ['1-month', '3-months', '6-months', '1-year', 'custom'] as const
export type ExtensionType = (typeof extensionTypes)[number]
export const extensionLabels: Record<ExtensionType, string> = {
  '1-month': '1 month',
  '3-months': '3 months (recommended)',
  '6-months': '6 months',
  '1-year': '1 year',
  custom: 'Custom date',
}
export const defaultExtension: ExtensionType = '3-months'

/** Calendar months of each extension; a custom duration has a date instead. */
export const extensionMonths = { '1-month': 1, '3-months': 3, '6-months': 6, '1-year': 12 } as const

const wordsOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Compares a request's client with the document's: 'unknown' where one of them has no name. 'Citizen, Jane' and 'Jane A. Citizen' are the same. */
export function sameClient(asked: string | null, onDocument: string | null): 'same' | 'differs' | 'unknown' {
  const [one, other] = [wordsOf(asked ?? ''), wordsOf(onDocument ?? '')]
  if (one.length === 0 || other.length === 0) return 'unknown'
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.every((word) => long.includes(word)) ? 'same' : 'differs'
}

export const browseChannels = ['email', 'sms'] as const
export const reminderWindows = [7, 14, 30, 60] as const
