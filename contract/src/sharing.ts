import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, email, id, instant, lastDay, line, paragraphs } from './fields.ts'
import { accessLevels, accessTerms } from './grants.ts'
import { limits } from './limits.ts'
import { ofSeveral } from './needs-proof.ts'

const whoShares = ['canGrantAccess', 'canManageDocuments'] as const
/** Ids of chosen documents. */
export const documentIds = z.array(id).min(1).max(limits.bulk)

const recipient = z.strictObject({
  email,
  /** Last day for this person instead of the one for all; null means 540 days from now. */
  expiresOn: day.nullable().optional(),
  /** Level for this person instead of the one for all. */
  accessLevel: z.enum(accessLevels).optional(),
  /** Invitation for an unknown email: the person becomes a guest whose account ends on this day (null: 90 days from now). */
  invite: z.strictObject({ expiresOn: lastDay }).nullable().default(null),
})

/** Results of a share. 'changed': they had access already, and now have these terms. 'already': they had exactly this. */
export const shareResults = ['granted', 'changed', 'already', 'refused'] as const

const access = z.object({ accessLevel: z.enum(accessLevels), endsAt: instant.nullable() })

/** Result for one document and one person. */
const shared = z.object({
  documentId: z.string(),
  email: z.string(),
  result: z.enum(shareResults),
  /** The grant; null where it was refused. */
  grantId: z.string().nullable(),
  /** Access now; null where it was refused. */
  access: access.nullable(),
  /** Access before, where it was changed. */
  before: access.nullable(),
  /** Reason of a refusal: the same code and message as where this document is shared with this person alone. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type Shared = z.infer<typeof shared>

export const shareDocuments = endpoint({
  id: 'shareDocuments',
  summary:
    'Share several documents with several people: each pair is granted, changed or refused by itself, with one email for each person',
  who: whoShares,
  needsProof: ofSeveral,
  perPersonMinute: 300,
  scope: 'share',
  body: z
    .strictObject({
      documentIds,
      recipients: z.array(recipient).min(1).max(limits.share.people),
      ...accessTerms,
      message: paragraphs(limits.text.message).default(''),
    })
    .refine(({ documentIds, recipients }) => documentIds.length * recipients.length <= limits.share.grants, {
      path: ['recipients'],
      error: `Documents times people can be ${limits.share.grants} at most. Please share in several steps.`,
    }),
  response: z.object({
    results: z.array(shared),
    /** Emails by recipient; `sent` means at once, otherwise it is retried. */
    mails: z.array(z.object({ email: z.string(), sent: z.boolean() })),
  }),
})

export const undoShare = endpoint({
  id: 'undoShare',
  summary:
    'Take back grants that the caller gave within the last two minutes, as far as nobody changed them since',
  who: whoShares,
  noProof: 'closes',
  scope: 'share',
  body: z.strictObject({ grantIds: z.array(id).min(1).max(limits.share.grants) }),
  response: z.object({ count: z.number() }),
  refuses: ['grant-over'],
})

/** A person with access to some of the chosen documents. */
const reader = z.object({
  email: z.string(),
  name: z.string(),
  /** State: the person is invited and has no account yet. */
  invited: z.boolean(),
  /** Number of the documents that they can open. */
  documents: z.number(),
  /** Level of access; null if it is not the same for all of them. */
  accessLevel: z.enum(accessLevels).nullable(),
  /** The first and the last of their ends. */
  firstEndsAt: instant,
  lastEndsAt: instant,
})
export type Reader = z.infer<typeof reader>

export const whoHasAccess = endpoint({
  id: 'whoHasAccess',
  summary: 'Who has access to chosen documents, and until when; at most 100 people',
  who: whoShares,
  noProof: 'looks',
  scope: 'read',
  body: z.strictObject({ documentIds }),
  response: z.object({ people: z.array(reader), total: z.number() }),
})

export const suggestPeople = endpoint({
  id: 'suggestPeople',
  summary:
    'People whose name or email matches, among those the caller may know: of documents they manage, of their organisation, or all',
  who: whoShares,
  query: z.object({ text: line(limits.text.search).min(1) }),
  response: z.object({ people: z.array(z.object({ email: z.string(), name: z.string() })) }),
})
