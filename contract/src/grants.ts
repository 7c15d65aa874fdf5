import { z } from 'zod'
import { accessFilters } from './access-filters.ts'
import { accessLevels, accessStatuses } from './document-terms.ts'
import { endpoint } from './endpoint.ts'
import { cursor, direction, email, id, instant, lastDay, paragraphs } from './fields.ts'
import { schemasOf } from './filter-schemas.ts'
import { limits } from './limits.ts'
import { accessSorts } from './sorts.ts'
import { totals } from './total.ts'

export { accessLevels, accessStatuses }

/** A grant: one person's access to one document (specification, section 3: Document access). */
export const grant = z.object({
  id: z.string(),
  documentId: z.string(),
  userId: z.string().nullable(),
  userEmail: z.string(),
  userName: z.string(),
  accessLevel: z.enum(accessLevels),
  /** Status now: an active grant whose date has passed is 'expired'. */
  status: z.enum(accessStatuses),
  grantedByName: z.string(),
  grantedAt: instant,
  expiresAt: instant.nullable(),
  autoRevokeDate: instant.nullable(),
  /** Time at which it was revoked or removed; null unless its status is 'revoked'. */
  revokedAt: instant.nullable(),
  notes: z.string().nullable(),
  /** The recipient was invited and has no account yet. */
  invited: z.boolean(),
  can: z.object({ revoke: z.boolean(), renew: z.boolean() }),
})
export type Grant = z.infer<typeof grant>

/** The input of every call that gives or requests access: its last day (null: 540 days from now) and its level. */
export const accessTerms = { expiresOn: lastDay, accessLevel: z.enum(accessLevels).default('download') }

const documentId = z.object({ documentId: id })
const grantId = z.object({ grantId: id })

export const listGrants = endpoint({
  id: 'listGrants',
  summary: "A document's access table, newest first",
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  response: z.object({ grants: z.array(grant) }),
  refuses: ['document-not-found', 'not-allowed'],
})

export const shareDocument = endpoint({
  id: 'shareDocument',
  summary: 'Grant a person access to a document and email them a link',
  who: ['canGrantAccess', 'canManageDocuments'],
  noProof: 'one',
  perPersonMinute: 300,
  scope: 'share',
  params: documentId,
  body: z.strictObject({
    email,
    ...accessTerms,
    message: paragraphs(limits.text.message).default(''),
    /** Invitation for an unknown email: the person becomes a guest whose account ends on this day (null: 90 days from now). */
    invite: z.strictObject({ expiresOn: lastDay }).nullable().default(null),
  }),
  status: 201,
  /** State `emailSent: false` goes with 'Document shared but email notification failed'; the email is still retried. */
  response: z.object({ grant, emailSent: z.boolean() }),
  refuses: [
    'document-not-found',
    'expiry-far',
    'expiry-past',
    'invite-unconfirmed',
    'outside-limit',
    'recipient-owner',
    'recipient-stopped',
    'recipient-unconfirmed',
    'recipient-unknown',
  ],
})

export const revokeAccess = endpoint({
  id: 'revokeAccess',
  summary: 'End a grant at once',
  who: ['canGrantAccess', 'canManageDocuments'],
  noProof: 'closes',
  scope: 'share',
  params: grantId,
  response: z.object({ grant }),
  refuses: ['grant-ended', 'grant-not-found', 'grant-over'],
})

export const renewAccess = endpoint({
  id: 'renewAccess',
  summary: 'Give a grant a new end: one year from now, or a chosen day',
  who: ['canGrantAccess', 'canManageDocuments'],
  noProof: 'one',
  scope: 'share',
  params: grantId,
  body: z.strictObject({ expiresOn: lastDay }),
  response: z.object({ grant }),
  refuses: [
    'document-deleted',
    'expiry-far',
    'expiry-past',
    'grant-ended',
    'grant-not-found',
    'grant-replaced',
  ],
})

/** A grant with its document, for the tables across all documents. */
export const grantRow = grant.extend({
  documentTitle: z.string(),
  documentStatus: z.string(),
  documentSize: z.number(),
  /** State: it is older than 12 months of 30 days (specification, section 4). */
  longTerm: z.boolean(),
  clientName: z.string().nullable(),
})
export type GrantRow = z.infer<typeof grantRow>

export const listAccess = endpoint({
  id: 'listAccess',
  summary:
    "Grants on all documents: the caller's own ('own'), or those on documents the caller handles ('handled')",
  who: 'signed-in',
  scope: 'read',
  query: z.object({
    scope: z.enum(['own', 'handled']).default('own'),
    /** Filters of documents: 'handled' has only grants on the documents that they choose. */
    ...schemasOf(accessFilters),
    /** Limits the list to grants on the documents of this matter that are not deleted. */
    matter: id.optional(),
    /** Order; by default the caller's own by their end, soonest first, and handled ones newest first. */
    sort: z.enum(accessSorts).optional(),
    direction,
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(limits.page.default),
  }),
  response: z.object({
    grants: z.array(grantRow),
    ...totals,
    nextCursor: z.string().nullable(),
  }),
  refuses: ['not-allowed'],
})

export const bulkActions = ['revoke', 'renew'] as const
const bulk = z.strictObject({
  action: z.enum(bulkActions, { error: 'Please select an action and at least one access record' }),
  grantIds: z
    .array(id)
    .min(1, { error: 'Please select an action and at least one access record' })
    .max(limits.bulk),
})

export const previewBulk = endpoint({
  id: 'previewBulkAccess',
  summary: 'What a bulk action would change, changing nothing',
  who: ['canGrantAccess', 'canManageDocuments'],
  noProof: 'looks',
  body: bulk,
  response: z.object({
    changes: z.array(
      z.object({
        id: z.string(),
        userName: z.string(),
        userEmail: z.string(),
        documentTitle: z.string(),
        endsAt: instant.nullable(),
        newEndsAt: instant.nullable(),
      }),
    ),
    /** Number of selected grants that are not active or not the caller's to change, for which the action would be refused. */
    refused: z.number(),
  }),
})

export const bulkAccess = endpoint({
  id: 'bulkAccess',
  summary: 'Revoke or renew (one year from today) many active grants: all of them or none',
  who: ['canGrantAccess', 'canManageDocuments'],
  needsProof: true,
  body: bulk,
  response: z.object({ count: z.number() }),
  refuses: ['bulk-changed'],
})
