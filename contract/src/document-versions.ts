import { z } from 'zod'
import { detailsShown } from './detail-schemas.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant } from './fields.ts'
import { asVersion } from './refusals.ts'

/** A version of a document that the reader sees, the first one first. */
export const documentVersion = z.object({
  id: z.string(),
  title: z.string(),
  executedOn: detailsShown.executedOn,
  signedHow: detailsShown.signedHow,
  sha256: z.string(),
  addedAt: instant,
  addedBy: z.string(),
})
export type DocumentVersion = z.output<typeof documentVersion>

/** Person who can open an earlier version, but not this one. */
export const earlierReader = z.object({ email: z.string(), name: z.string() })

const who = ['canManageDocuments', 'canUploadDocuments'] as const

export const addVersion = endpoint({
  id: 'addVersion',
  summary:
    'Say that a document is the next version of another; both stay what they are, with whom they were shared. The caller must be able to correct both, which have the same owner, organisation and matter',
  who,
  noProof: 'work',
  body: z.strictObject({ documentId: id, versionOf: id }),
  response: done,
  refuses: [...asVersion, 'link-self', 'version-apart', 'version-exists'],
})

export const removeVersion = endpoint({
  id: 'removeVersion',
  summary: 'Take a document apart from its versions; its history keeps that it was one',
  who,
  noProof: 'work',
  params: z.object({ documentId: id }),
  response: done,
  refuses: ['document-not-found', 'version-not-found'],
})
