import { z } from 'zod'
import { detailsShown } from './detail-schemas.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant } from './fields.ts'
import { relationNames, sides } from './link-terms.ts'

/** A link of a document to another one that the reader sees; `side` is that of the document whose page it is. */
export const documentLink = z.object({
  id: z.string(),
  relation: z.enum(relationNames),
  side: z.enum(sides),
  document: z.object({
    id: z.string(),
    title: z.string(),
    kind: detailsShown.kind,
    type: detailsShown.type,
    executedOn: detailsShown.executedOn,
  }),
  addedAt: instant,
  addedBy: z.string(),
  can: z.object({ remove: z.boolean() }),
})
export type DocumentLink = z.output<typeof documentLink>

const who = ['canManageDocuments', 'canUploadDocuments'] as const

export const linkDocuments = endpoint({
  id: 'linkDocuments',
  summary: 'Say that a document varies, replaces or revokes another; the caller must be able to correct both',
  who,
  noProof: 'work',
  body: z.strictObject({ from: id, relation: z.enum(relationNames), to: id }),
  status: 201,
  response: z.object({ id: z.string() }),
  refuses: ['document-not-found', 'link-exists', 'link-full', 'link-self'],
})

export const unlinkDocuments = endpoint({
  id: 'unlinkDocuments',
  summary: 'Take such a link away; the histories of both documents keep that it was there',
  who,
  noProof: 'work',
  params: z.object({ linkId: id }),
  response: done,
  refuses: ['link-not-found'],
})
