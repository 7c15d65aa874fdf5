import { z } from 'zod'
import { accessLevels, accessStatuses } from './document-terms.ts'
import { endpoint } from './endpoint.ts'
import { email, id, instant, lastDay, paragraphs } from './fields.ts'
import { limits } from './limits.ts'

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
})

export const revokeAccess = endpoint({
  id: 'revokeAccess',
  summary: 'End a grant at once',
  who: ['canGrantAccess', 'canManageDocuments'],
  noProof: 'closes',
  scope: 'share',
  params: grantId,
  response: z.object({ grant }),
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
})
