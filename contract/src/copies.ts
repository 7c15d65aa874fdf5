import { z } from 'zod'
import { capacityNames } from './copy-capacities.ts'
import { copyKindNames, copyStateNames } from './copy-terms.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant, line, paragraphs } from './fields.ts'
import { limits } from './limits.ts'
import { showing } from './refusals.ts'

/** Copy that can be checked, as those see it who see its document. */
const copy = z.object({
  id: z.string(),
  kind: z.enum(copyKindNames),
  /** Document that the copy is. */
  documentId: z.string(),
  /** Document of which it is a copy; null where the reader does not see it. */
  sourceId: z.string().nullable(),
  sourceTitle: z.string().nullable(),
  sourceSha256: z.string(),
  sha256: z.string(),
  pages: z.number(),
  madeAt: instant,
  madeBy: z.string(),
  /** Capacity of whoever certified it, and the day on which they sighted the original; null: it is a verified copy. */
  capacity: z.enum(capacityNames).nullable(),
  sightedOn: z.string().nullable(),
  state: z.enum(copyStateNames),
  since: instant.nullable(),
  reason: z.string(),
  /** State: its code is answered on the public page. */
  checked: z.boolean(),
  can: z.object({ withdraw: z.boolean() }),
})
export type Copy = z.output<typeof copy>

const ofDocument = z.object({ documentId: id })
const ofCopy = z.object({ copyId: id })

export const listCopies = endpoint({
  id: 'listCopies',
  summary:
    'The copies of a document that can be checked, newest first, and what it is itself where it is such a copy',
  who: 'signed-in',
  scope: 'read',
  params: ofDocument,
  response: z.object({
    /** The copy that this document is; null: it is none. */
    own: copy.nullable(),
    /** Copies of it, for those who answer for the document; the newest 100. */
    copies: z.array(copy),
    can: z.object({ make: z.boolean() }),
    /** Entries of the custody register by which the caller has sighted a paper original of it, newest first; none that was corrected. */
    sightings: z.array(z.object({ id: z.string(), packet: z.string(), on: z.string() })),
  }),
  refuses: ['document-not-found'],
})

export const makeVerifiedCopy = endpoint({
  id: 'makeVerifiedCopy',
  summary:
    'Make a verified copy: each page says from which file it was drawn, by its SHA-256, and has a code and a QR code. It is stored as a document of its own, for who handles the document',
  who: ['canManageDocuments'],
  noProof: 'work',
  perPersonMinute: 10,
  params: ofDocument,
  status: 201,
  response: z.object({ documentId: z.string() }),
  refuses: [
    ...showing,
    'copy-locked',
    'copy-of-copy',
    'copy-too-long',
    'organization-locked',
    'upload-failed',
  ],
})

export const makeCertifiedCopy = endpoint({
  id: 'makeCertifiedCopy',
  summary:
    'Make a certified copy: the caller states in which capacity, and that they sighted the original on the day of an entry of theirs in the custody register',
  who: ['canManageDocuments'],
  needsProof: true,
  perPersonMinute: 10,
  params: ofDocument,
  body: z.strictObject({
    sightingId: id,
    capacity: z.enum(capacityNames),
    /** Number on the register, roll or appointment of that capacity. */
    registration: line(limits.text.name).min(1, { error: 'This field is required' }),
    /** That the statement is true. */
    stated: z.literal(true, { error: 'Please confirm the statement' }),
  }),
  status: 201,
  response: z.object({ documentId: z.string() }),
  refuses: [
    ...showing,
    'copy-locked',
    'copy-not-sighted',
    'copy-of-copy',
    'copy-too-long',
    'organization-locked',
    'upload-failed',
  ],
})

export const withdrawCopy = endpoint({
  id: 'withdrawCopy',
  summary: 'Withdraw a copy for good, with a reason; whoever has access to it is told by email',
  who: ['canManageDocuments'],
  noProof: 'closes',
  perPersonMinute: 60,
  params: ofCopy,
  body: z.strictObject({
    reason: paragraphs(limits.text.message).min(1, { error: 'This field is required' }),
  }),
  response: done,
  refuses: ['copy-not-found', 'copy-withdrawn'],
})

export const switchCopyChecks = endpoint({
  id: 'switchCopyChecks',
  summary: 'Switch the public answer to the code of a copy off, or on again',
  who: ['canManageDocuments'],
  noProof: 'work',
  params: ofCopy,
  body: z.strictObject({ checked: z.boolean() }),
  response: done,
  refuses: ['copy-not-found'],
})

export const checkCopy = endpoint({
  id: 'checkCopy',
  summary:
    'What holds of a copy by its code, for anybody; `copy` is null for a code that is unknown or switched off. Nothing of its content, and no name, is told',
  who: 'public',
  perMinute: 10,
  body: z.strictObject({ code: line(60) }),
  response: z.object({
    copy: z
      .object({
        kind: z.enum(copyKindNames),
        state: z.enum(copyStateNames),
        /** Since when it is superseded or withdrawn. */
        since: instant.nullable(),
        madeAt: instant,
        /** Days since it was made, and after how many the practice calls a copy old. */
        days: z.number(),
        oldAfterDays: z.number(),
        pages: z.number(),
        /** SHA-256 of the copy's file, with which a file is compared in the browser. */
        sha256: z.string(),
      })
      .nullable(),
  }),
})
