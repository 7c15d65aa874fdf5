import { z } from 'zod'
import { accessLevels, accessStatuses, accessTerms } from './access.ts'
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
import { limits } from './limits.ts'
import { browseChannels, extensionTypes, requestStatuses } from './request-terms.ts'
import { requestSorts } from './sorts.ts'

/** An access request (specification, section 3). With an extensionType it asks for more time on a grant. */
export const accessRequest = z.object({
  id: z.string(),
  requestType: z.enum(['new_access', 'extension']),
  /** Null where none is known, or where the reader may not know which. */
  documentId: z.string().nullable(),
  /** The document's title where it is known and the reader may know it, otherwise what was typed. */
  documentName: z.string(),
  /** What the requester typed. */
  askedName: z.string(),
  /** For those who decide: the document that an approval would open. */
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
  /** The end asked for. */
  requestedExpiry: instant.nullable(),
  status: z.enum(requestStatuses),
  createdAt: instant,
  reviewedAt: instant.nullable(),
  reviewedByName: z.string().nullable(),
  reviewNotes: z.string().nullable(),
  lastRemindedAt: instant.nullable(),
  /** When it lapses if nobody decides it; null once it is decided. */
  lapsesAt: instant.nullable(),
  /** What an approval gave, as it is now: for its requester and for those who decide. */
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
  summary: 'Ask for access to a document, by its name (or by id where it is known)',
  who: 'signed-in',
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
})

export const requestExtension = endpoint({
  id: 'requestAccessExtension',
  summary: 'Ask for more time on one of one’s own grants',
  who: 'signed-in',
  perMinute: 30,
  params: z.object({ grantId: id }),
  body: z.strictObject({
    duration: z.enum(extensionTypes).default('3-months'),
    /** Needed for a custom duration. */
    customDate: lastDay,
    justification: paragraphs(limits.text.message).default(''),
  }),
  status: 201,
  response: z.object({ request: accessRequest }),
})

export const removeAccess = endpoint({
  id: 'removeAccess',
  summary: 'Give up one of one’s own grants',
  who: 'signed-in',
  params: z.object({ grantId: id }),
  response: done,
})

export const listRequests = endpoint({
  id: 'listRequests',
  summary: "Requests: one's own, or those one may decide; newest first, paged by key",
  who: 'signed-in',
  query: z.object({
    view: z.enum(['own', 'review']).default('own'),
    status: z.enum([...requestStatuses, 'all', 'decided']).default('all'),
    search: line(limits.text.search).optional(),
    documentId: id.optional(),
    /** Usually newest first, decided ones by the time of the decision. */
    sort: z.enum(requestSorts).optional(),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    requests: z.array(accessRequest),
    total: z.number(),
    nextCursor: z.string().nullable(),
    /** Over everything in this view, whatever the filter: the summary cards. */
    counts: z.object({ pending: z.number(), approved: z.number(), total: z.number() }),
  }),
})

export const approveAccess = endpoint({
  id: 'approveAccess',
  summary: 'Approve a request: makes the grant or moves its dates, in one transaction',
  who: ['canGrantAccess', 'canManageDocuments'],
  params: requestId,
  body: z.strictObject({
    /** The document that the approver was shown, or chose: no other is opened. */
    documentId: id.nullable().default(null),
    accessLevel: z.enum(accessLevels).nullable().default(null),
    expiresOn: lastDay,
    notes: paragraphs(limits.text.message).default(''),
  }),
  response: z.object({ request: accessRequest, emailSent: z.boolean() }),
})

export const denyAccess = endpoint({
  id: 'denyAccess',
  summary: 'Deny a request',
  who: ['canGrantAccess', 'canManageDocuments'],
  params: requestId,
  body: z.object({ notes: paragraphs(limits.text.message).default('') }),
  response: z.object({ request: accessRequest, emailSent: z.boolean() }),
})

export const withdrawRequest = endpoint({
  id: 'withdrawRequest',
  summary: 'Withdraw one’s own pending request',
  who: 'signed-in',
  params: requestId,
  response: z.object({ request: accessRequest }),
})

export const remindOwner = endpoint({
  id: 'sendReminder',
  summary: 'Remind the document’s owner of a request pending two days or more; at most once a day',
  who: 'signed-in',
  params: requestId,
  response: z.object({ request: accessRequest, emailSent: z.boolean() }),
})

export const requestBrowsing = endpoint({
  id: 'requestBrowsing',
  summary: 'Ask the trustees, by email or SMS, for access to documents',
  who: ['canRequestAccess'],
  perMinute: 5,
  body: z.object({
    channel: z.enum(browseChannels),
    justification: paragraphs(limits.text.message).default(''),
  }),
  response: z.object({ success: z.literal(true), sent: z.boolean() }),
})
