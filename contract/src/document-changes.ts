import { z } from 'zod'
import { documentActions, documentTypes, refusalReasons } from './document-terms.ts'
import { endpoint } from './endpoint.ts'
import { day, givenInstant, id, instant, line } from './fields.ts'
import { limits } from './limits.ts'

const documentIds = z.array(id).min(1).max(limits.bulk)

/** What people say about a document; what is missing stays as it is, null clears. */
const details = z
  .strictObject({
    title: line(limits.text.title).min(1, { error: 'This field is required' }).optional(),
    type: z.enum(documentTypes).optional(),
    clientName: line(limits.text.client).nullable().optional(),
    expiryDate: day.nullable().optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Please change at least one detail',
  })
export type DetailChanges = z.output<typeof details>

export const correctDocuments = endpoint({
  id: 'correctDocuments',
  summary: 'Correct the details of one or many documents: all or none, unless somebody was faster',
  who: ['canManageDocuments', 'canUploadDocuments'],
  body: z
    .strictObject({
      /** Each as it was read: `updatedAt` says whether it was corrected since. */
      documents: z
        .array(z.strictObject({ id, updatedAt: givenInstant.nullable() }))
        .min(1)
        .max(limits.bulk),
      changes: details,
    })
    .refine(({ documents, changes }) => documents.length === 1 || changes.title === undefined, {
      error: 'Only one document at a time can get a new title',
      path: ['changes', 'title'],
    }),
  response: z.object({ documents: z.array(z.object({ id: z.string(), updatedAt: instant.nullable() })) }),
})

const counted = z.object({ count: z.number() })

export const archiveDocuments = endpoint({
  id: 'archiveDocuments',
  summary: 'Archive documents, all or none: lists hide them. Access to them is kept, or ended at once',
  who: ['canManageDocuments'],
  body: z.strictObject({ documentIds, grants: z.enum(['keep', 'end']) }),
  response: counted.extend({ endedGrants: z.number() }),
})

export const unarchiveDocuments = endpoint({
  id: 'unarchiveDocuments',
  summary: 'Bring archived documents back into the lists, all or none; access that ended stays ended',
  who: ['canManageDocuments'],
  body: z.strictObject({ documentIds }),
  response: counted,
})

export const confirmDocuments = endpoint({
  id: 'confirmDocuments',
  summary: 'Confirm the details of pending documents, all or none',
  who: ['canManageDocuments'],
  body: z.strictObject({ documentIds }),
  response: counted,
})

export const previewDocuments = endpoint({
  id: 'previewDocuments',
  summary: 'What an action on many documents would touch, changing nothing',
  who: ['canManageDocuments', 'canUploadDocuments'],
  body: z.strictObject({ documentIds, action: z.enum(documentActions) }),
  response: z.object({
    /** The documents on which the action may be done. */
    documents: z.number(),
    /** Who has access to these now, by name: the first of them, and how many there are. */
    people: z.array(z.object({ name: z.string(), email: z.string(), documents: z.number() })),
    peopleTotal: z.number(),
    /** How many grants these people have. */
    grants: z.number(),
    /** With any of these the action would be refused. */
    refused: z.array(
      z.object({ id: z.string(), title: z.string().nullable(), reason: z.enum(refusalReasons) }),
    ),
  }),
})
