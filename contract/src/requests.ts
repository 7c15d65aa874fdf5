import { z } from 'zod'
import { filtersOfDocuments } from './document-filters.ts'
import { endpoint } from './endpoint.ts'
import {
  cursor,
  direction,
  done,
  email,
  id,
  instant,
  lastDay,
  line,
  pageLimit,
  paragraphs,
} from './fields.ts'
import { schemasOf } from './filter-schemas.ts'
import { accessLevels, accessStatuses, accessTerms } from './grants.ts'
import { limits } from './limits.ts'
import { browseChannels, extensionTypes, requestStatuses } from './request-terms.ts'
import { requestSorts } from './sorts.ts'
import { totals } from './total.ts'

/** An access request (specification, section 3). One with an extensionType asks to extend a grant. */
export const accessRequest = z.object({
  id: z.string(),
  requestType: z.enum(['new_access', 'extension']),
  /** Document; null if none is known, or if the reader may not know which. */
  documentId: z.string().nullable(),
  /** The document's title if known and visible to the reader, otherwise the requester's own words. */
  documentName: z.string(),
  /** The status of the document, where the reader may know which. */
  documentStatus: z.string().nullable(),
  /** Name that the requester typed. */
  askedName: z.string(),
  /** Document to which an approval would give access, for people who decide. */
  document: z
    .object({
      id: z.string(),
      title: z.string(),
      clientName: z.string().nullable(),
      ownerName: z.string(),
      uploadedAt: instant,
    })
    .nullable(),
  accessId: z.string().nullable(),
  requesterId: z.string(),
  requesterName: z.string(),
  requesterEmail: z.string(),
  clientName: z.string().nullable(),
  clientEmail: z.string().nullable(),
  justification: z.string().nullable(),
  extensionType: z.enum(extensionTypes).nullable(),
  requestedAccessLevel: z.enum(accessLevels).nullable(),
  /** The end that was requested. */
  requestedExpiry: instant.nullable(),
  status: z.enum(requestStatuses),
  createdAt: instant,
  reviewedAt: instant.nullable(),
  reviewedByName: z.string().nullable(),
  reviewNotes: z.string().nullable(),
  lastRemindedAt: instant.nullable(),
  /** Time when the request lapses if it is not decided; null once it is. */
  lapsesAt: instant.nullable(),
  /** The access given by the approval, as it is now; for the requester and people who decide. */
  granted: z
    .object({
      documentTitle: z.string(),
      accessLevel: z.enum(accessLevels),
      endsAt: instant.nullable(),
      status: z.enum(accessStatuses),
    })
    .nullable(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean(), remind: z.boolean() }),
})
export type AccessRequest = z.infer<typeof accessRequest>

const requestId = z.object({ requestId: id })

export const requestAccess = endpoint({
  id: 'requestAccess',
  summary: 'Request access to a document, by its name (or by its id if known)',
  who: 'signed-in',
  noProof: 'asks',
  perPersonMinute: 120,
  scope: 'share',
  perMinute: 30,
  body: z.strictObject({
    documentId: id.nullable().default(null),
    documentName: line(limits.text.title).min(1, {
      error: "Please enter a document name and ensure you're logged in",
    }),
    clientEmail: email,
    clientName: line(limits.text.client).default(''),
    justification: paragraphs(limits.text.message).default(''),
    ...accessTerms,
  }),
  status: 201,
  response: z.object({ request: accessRequest }),
  refuses: ['expiry-far', 'expiry-past', 'not-allowed', 'request-exists', 'trustee-needs-no-access'],
})

export const requestExtension = endpoint({
  id: 'requestAccessExtension',
  summary: 'Request an extension of one of the caller’s own grants',
  who: 'signed-in',
  noProof: 'asks',
  scope: 'share',
  perMinute: 30,
  params: z.object({ grantId: id }),
  body: z.strictObject({
    duration: z.enum(extensionTypes).default('3-months'),
    /** Last day, which a custom duration requires. */
    customDate: lastDay,
    justification: paragraphs(limits.text.message).default(''),
  }),
  status: 201,
  response: z.object({ request: accessRequest }),
  refuses: [
    'expiry-far',
    'expiry-past',
    'extension-date',
    'extension-shorter',
    'grant-ended',
    'grant-not-found',
    'grant-over',
    'not-allowed',
    'request-exists',
    'trustee-needs-no-access',
  ],
})

export const removeAccess = endpoint({
  id: 'removeAccess',
  summary: 'Remove one of the caller’s own grants',
  who: 'signed-in',
  noProof: 'closes',
  params: z.object({ grantId: id }),
  response: done,
  refuses: ['grant-ended', 'grant-not-found', 'grant-over'],
})

export const listRequests = endpoint({
  id: 'listRequests',
  summary:
    "Requests: the caller's own, those the caller may decide, or those of an organisation; newest first, paged by key",
  who: 'signed-in',
  scope: 'read',
  query: z.object({
    view: z.enum(['own', 'review', 'organization']).default('own'),
    /** Organisation of the view 'organization'; always an Org Admin’s own. */
    organization: id.optional(),
    status: z.enum([...requestStatuses, 'all', 'decided']).default('all'),
    search: line(limits.text.search).optional(),
    documentId: id.optional(),
    /** Limits the list to this request, if it is one of the view. */
    request: id.optional(),
    /** 'review': only for the documents that this filter chooses. */
    ...schemasOf(filtersOfDocuments),
    /** Client whom the requests name, or whose documents they are for. */
    client: line(limits.text.client).optional(),
    /** Limits the list to requests for the documents of this matter that the caller sees. */
    matter: id.optional(),
    /** Order; by default newest first, decided ones by the time of the decision. */
    sort: z.enum(requestSorts).optional(),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    requests: z.array(accessRequest),
    ...totals,
    nextCursor: z.string().nullable(),
    /** Counts of everything in this view, regardless of the filter, for the summary cards. */
    counts: z.object({ pending: z.number(), approved: z.number(), total: z.number() }),
  }),
  refuses: ['not-allowed', 'organization-not-found'],
})

export const approveAccess = endpoint({
  id: 'approveAccess',
  summary: 'Approve a request: creates the grant or extends it, in one transaction',
  who: ['canGrantAccess', 'canManageDocuments'],
  noProof: 'one',
  scope: 'share',
  params: requestId,
  body: z.strictObject({
    /** Document that the approver was shown or chose; access is given to no other. */
    documentId: id.nullable().default(null),
    accessLevel: z.enum(accessLevels).nullable().default(null),
    expiresOn: lastDay,
    notes: paragraphs(limits.text.message).default(''),
  }),
  response: z.object({ request: accessRequest, emailSent: z.boolean() }),
  refuses: [
    'document-deleted',
    'document-not-found',
    'expiry-far',
    'expiry-past',
    'extension-shorter',
    'grant-ended',
    'grant-over',
    'recipient-owner',
    'request-decided',
    'request-document-changed',
    'request-needs-document',
    'request-not-found',
    'request-own',
  ],
})

export const denyAccess = endpoint({
  id: 'denyAccess',
  summary: 'Deny a request',
  who: ['canGrantAccess', 'canManageDocuments'],
  noProof: 'closes',
  scope: 'share',
  params: requestId,
  body: z.strictObject({ notes: paragraphs(limits.text.message).default('') }),
  response: z.object({ request: accessRequest, emailSent: z.boolean() }),
  refuses: ['request-decided', 'request-not-found', 'request-own'],
})

export const withdrawRequest = endpoint({
  id: 'withdrawRequest',
  summary: 'Withdraw the caller’s own pending request',
  who: 'signed-in',
  noProof: 'closes',
  scope: 'share',
  params: requestId,
  response: z.object({ request: accessRequest }),
  refuses: ['not-allowed', 'request-decided', 'request-not-found'],
})

export const remindOwner = endpoint({
  id: 'sendReminder',
  summary: 'Remind the document’s owner of a request pending two days or more; at most once a day',
  who: 'signed-in',
  noProof: 'asks',
  params: requestId,
  response: z.object({ request: accessRequest, emailSent: z.boolean() }),
  refuses: [
    'nobody-to-ask',
    'reminder-to-self',
    'request-decided',
    'request-not-found',
    'request-reminded',
    'request-too-young',
  ],
})

export const requestBrowsing = endpoint({
  id: 'requestBrowsing',
  summary: 'Ask the trustees for access to documents, by email or SMS',
  who: ['canRequestAccess'],
  noProof: 'asks',
  perPersonMinute: 20,
  perMinute: 5,
  body: z.strictObject({
    channel: z.enum(browseChannels),
    justification: paragraphs(limits.text.message).default(''),
  }),
  response: z.object({ success: z.literal(true), sent: z.boolean() }),
  refuses: ['browsing-limit', 'nobody-to-ask', 'sms-limit-practice', 'sms-unavailable'],
})
