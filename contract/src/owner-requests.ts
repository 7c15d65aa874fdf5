import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, direction, email, id, instant, line, pageLimit, paragraphs } from './fields.ts'
import { accessTerms } from './grants.ts'
import { limits } from './limits.ts'
import { ofSeveral } from './needs-proof.ts'
import { ownerRequestStatuses } from './request-terms.ts'
import { ownerRequestSorts } from './sorts.ts'

/** A request to an owner who may have no account yet (specification, section 3: Owner contact request). */
export const ownerRequest = z.object({
  id: z.string(),
  requesterId: z.string(),
  requesterName: z.string(),
  requesterEmail: z.string(),
  ownerEmail: z.string(),
  ownerName: z.string().nullable(),
  message: z.string(),
  status: z.enum(ownerRequestStatuses),
  claimedById: z.string().nullable(),
  claimedByName: z.string().nullable(),
  claimedAt: instant.nullable(),
  fulfilledAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
  lastRemindedAt: instant.nullable(),
  createdAt: instant,
  /** Id of the latest email about it to the owner if that could not be delivered; for its requester. */
  undeliveredMail: z.string().nullable(),
  can: z.object({ claim: z.boolean(), fulfil: z.boolean(), withdraw: z.boolean(), remind: z.boolean() }),
})
export type OwnerRequest = z.infer<typeof ownerRequest>

const requestId = z.object({ requestId: id })

export const sendOwnerRequest = endpoint({
  id: 'sendOwnerRequest',
  summary: 'send-owner-request: ask a document owner, who may have no account, for documents',
  who: ['canRequestAccess'],
  noProof: 'asks',
  perPersonMinute: 60,
  /** Limit, because the response can reveal that an address has an account. */
  perMinute: 10,
  body: z.strictObject({
    ownerEmail: email,
    ownerName: line(limits.text.name).default(''),
    message: paragraphs(limits.text.message).min(1, { error: 'Please fill in all required fields' }),
    /** Choice to send it even to an account that cannot claim it; otherwise the sender is warned first. */
    anyway: z.boolean().default(false),
  }),
  status: 201,
  response: z.object({ request: ownerRequest, emailSent: z.boolean() }),
  refuses: [
    'outside-limit',
    'owner-cannot-claim',
    'owner-request-failed',
    'owner-request-self',
    'recipient-stopped',
  ],
})

export const listOwnerRequests = endpoint({
  id: 'listOwnerRequests',
  summary:
    'Owner requests the caller sent, those addressed to or claimed by the caller, unclaimed ones, or those sent by members of an organisation; newest first, unclaimed ones oldest first',
  who: 'signed-in',
  scope: 'read',
  query: z.object({
    view: z.enum(['sent', 'received', 'unclaimed', 'organization']).default('sent'),
    /** Organisation of the view 'organization'; always an Org Admin’s own. */
    organization: id.optional(),
    search: line(limits.text.search).optional(),
    /** Limits the list to this request, if it is one of the view. */
    request: id.optional(),
    status: z.enum(ownerRequestStatuses).optional(),
    sort: z.enum(ownerRequestSorts).default('createdAt'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    requests: z.array(ownerRequest),
    total: z.number(),
    nextCursor: z.string().nullable(),
  }),
  refuses: ['not-allowed', 'organization-not-found'],
})

export const getOwnerRequest = endpoint({
  id: 'getOwnerRequest',
  summary: 'One owner request: for its owner, its claimer, trustees and administrators',
  who: 'signed-in',
  scope: 'read',
  params: requestId,
  response: z.object({
    request: ownerRequest,
    /** Documents that the claimer shared with the requester between claiming and fulfilling the request. */
    shared: z.array(z.object({ documentId: z.string(), title: z.string() })),
  }),
  refuses: ['owner-request-hidden', 'owner-request-not-found'],
})

export const claimOwnerRequest = endpoint({
  id: 'claimOwnerRequest',
  summary: 'Claim an owner request: trustees only, while it is unclaimed',
  who: ['canGrantAccess'],
  noProof: 'work',
  scope: 'share',
  params: requestId,
  response: z.object({ request: ownerRequest }),
  refuses: [
    'owner-request-claimed',
    'owner-request-hidden',
    'owner-request-not-found',
    'owner-request-withdrawn',
  ],
})

export const fulfilOwnerRequest = endpoint({
  id: 'fulfilOwnerRequest',
  summary: 'Mark an owner request fulfilled: its claimer only',
  who: ['canGrantAccess'],
  noProof: 'one',
  scope: 'share',
  params: requestId,
  response: z.object({ request: ownerRequest }),
  refuses: [
    'owner-request-hidden',
    'owner-request-not-found',
    'owner-request-unclaimed',
    'owner-request-withdrawn',
  ],
})

export const withdrawOwnerRequest = endpoint({
  id: 'withdrawOwnerRequest',
  summary: 'Withdraw the caller’s own owner request while it is not fulfilled',
  who: 'signed-in',
  noProof: 'closes',
  params: requestId,
  response: z.object({ request: ownerRequest }),
  refuses: [
    'not-allowed',
    'owner-request-hidden',
    'owner-request-not-found',
    'owner-request-over',
    'owner-request-withdrawn',
  ],
})

export const remindOwnerOfRequest = endpoint({
  id: 'remindOwnerOfRequest',
  summary: 'Remind the owner of the caller’s own request, unclaimed for two days or more; at most once a day',
  who: 'signed-in',
  noProof: 'asks',
  params: requestId,
  response: z.object({ request: ownerRequest, emailSent: z.boolean() }),
  refuses: [
    'not-allowed',
    'owner-request-hidden',
    'owner-request-not-found',
    'owner-request-taken',
    'owner-request-withdrawn',
    'request-reminded',
    'request-too-young',
  ],
})

export const shareForOwnerRequest = endpoint({
  id: 'shareForOwnerRequest',
  summary: 'Share the caller’s documents with the requester of an owner request: its claimer only',
  who: ['canGrantAccess'],
  needsProof: ofSeveral,
  scope: 'share',
  params: requestId,
  body: z.strictObject({
    documentIds: z.array(id).min(1).max(50),
    ...accessTerms,
  }),
  response: z.object({ shared: z.number(), emailSent: z.boolean() }),
  refuses: [
    'document-not-found',
    'expiry-past',
    'owner-request-hidden',
    'owner-request-not-found',
    'owner-request-not-open',
    'owner-request-withdrawn',
  ],
})
