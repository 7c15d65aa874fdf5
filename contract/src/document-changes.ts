import { z } from 'zod'
import { detailChanges, onlyOfOne } from './detail-schemas.ts'
import { aboutDetail } from './document-details.ts'
import { documentActions, refusalReasons } from './document-terms.ts'
import { endpoint } from './endpoint.ts'
import { givenInstant, id, instant } from './fields.ts'
import { limits } from './limits.ts'
import { ofSeveral } from './needs-proof.ts'

const documentIds = z.array(id).min(1).max(limits.bulk)

export const correctDocuments = endpoint({
  id: 'correctDocuments',
  summary:
    'Correct the details of one or many documents: all or none, unless somebody was faster. The type follows from the kind, where one is given; the type alone is refused where a kind says otherwise',
  who: ['canManageDocuments', 'canUploadDocuments'],
  noProof: 'work',
  body: z
    .strictObject({
      /** Documents as they were read: `updatedAt` shows whether one was corrected since. */
      documents: z
        .array(z.strictObject({ id, updatedAt: givenInstant.nullable() }))
        .min(1)
        .max(limits.bulk),
      changes: detailChanges,
    })
    .superRefine(({ documents, changes }, refused) => {
      const name = documents.length > 1 && onlyOfOne(changes)
      if (!name) return
      const message = `Only one document at a time can get a new ${aboutDetail(name).label.toLowerCase()}`
      refused.addIssue({ code: 'custom', message, path: ['changes', name] })
    }),
  response: z.object({ documents: z.array(z.object({ id: z.string(), updatedAt: instant.nullable() })) }),
  refuses: ['detail-future', 'document-not-found', 'documents-changed', 'type-follows-kind'],
})

const counted = z.object({ count: z.number() })

export const archiveDocuments = endpoint({
  id: 'archiveDocuments',
  summary: 'Archive documents, all or none: lists hide them. Access to them is kept, or ended at once',
  who: ['canManageDocuments'],
  needsProof: {
    says: 'Ending access to several documents needs a proof of who it is from the last 15 minutes.',
    when: ({ documentIds, grants }: { documentIds: string[]; grants: 'keep' | 'end' }) =>
      grants === 'end' && ofSeveral.when({ documentIds }),
  },
  body: z.strictObject({ documentIds, grants: z.enum(['keep', 'end']) }),
  response: counted.extend({ endedGrants: z.number() }),
  refuses: ['document-not-found', 'documents-refused'],
})

export const unarchiveDocuments = endpoint({
  id: 'unarchiveDocuments',
  summary: 'Unarchive documents, all or none; access that ended stays ended',
  who: ['canManageDocuments'],
  noProof: 'work',
  body: z.strictObject({ documentIds }),
  response: counted,
  refuses: ['document-not-found', 'documents-refused'],
})

export const confirmDocuments = endpoint({
  id: 'confirmDocuments',
  summary: 'Confirm the details of pending documents, all or none',
  who: ['canManageDocuments'],
  noProof: 'work',
  body: z.strictObject({ documentIds }),
  response: counted,
  refuses: ['document-not-found', 'documents-refused'],
})

export const previewDocuments = endpoint({
  id: 'previewDocuments',
  summary: 'What an action on many documents would touch, changing nothing',
  who: ['canManageDocuments', 'canUploadDocuments'],
  noProof: 'looks',
  body: z.strictObject({ documentIds, action: z.enum(documentActions) }),
  response: z.object({
    /** Number of documents on which the action may be done. */
    documents: z.number(),
    /** People with access to these now, or whom a restore gives access by running shares of a matter, by name: the first of them, and their number. */
    people: z.array(z.object({ name: z.string(), email: z.string(), documents: z.number() })),
    peopleTotal: z.number(),
    /** Number of grants of these people. */
    grants: z.number(),
    /** Documents for which the action would be refused. */
    refused: z.array(
      z.object({ id: z.string(), title: z.string().nullable(), reason: z.enum(refusalReasons) }),
    ),
  }),
})
