import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant } from './fields.ts'

const count = z.number().int().min(0)
/** A master key by its fingerprint, which reveals nothing about it. */
const masterKey = z.object({ id: z.string(), firstSeenAt: instant })

const escrowToDos = ['divide', 'divide-again', 'drill'] as const
export type EscrowToDo = (typeof escrowToDos)[number]
/** Reminders by what is left to do, for pages, the health and emails. */
export const escrowReminders: Record<EscrowToDo, string> = {
  divide: 'Nobody keeps a part of the master key',
  'divide-again': 'The parts that people keep give a former master key',
  drill: 'The parts that people keep of the master key were never tried',
}

export const getKeys = endpoint({
  id: 'getKeys',
  summary: 'Where the master key is, how far everything is under it, and who keeps parts of it',
  who: ['canManageSystem'],
  response: z.object({
    place: z.enum(['file', 'environment', 'kms']),
    /** ARN of the key of AWS KMS that encrypts the master key; null where it is kept otherwise. */
    kmsKey: z.string().nullable(),
    masterKey,
    /** Older keys that still open what is under them. */
    older: z.array(masterKey),
    /** Progress of putting everything under the new key; null where there is no older one. */
    rotation: z
      .object({
        /** Number of keys and secrets to be wrapped again; null: not yet counted. */
        toRewrap: count.nullable(),
        rewrapped: count,
        settledAt: instant.nullable(),
        olderRemovableFrom: instant.nullable(),
      })
      .nullable(),
    /** The newest division into parts, and when parts of the current key were last tried. */
    escrow: z
      .object({
        masterKeyId: z.string(),
        mark: z.string(),
        parts: count,
        threshold: count,
        madeAt: instant,
        madeByName: z.string(),
      })
      .nullable(),
    drilledAt: instant.nullable(),
    /** Step that is left until parts of the current key were tried; null where they were. */
    escrowToDo: z.enum(escrowToDos).nullable(),
  }),
})
export type Keys = z.output<typeof getKeys.response>

export const rotateMasterKey = endpoint({
  id: 'rotateMasterKey',
  summary: 'Make a new master key and wrap everything by it, in the background',
  who: ['canManageSystem'],
  needsProof: true,
  response: done,
  refuses: ['key-elsewhere', 'key-rotating'],
})

export const removeOlderKeys = endpoint({
  id: 'removeOlderKeys',
  summary: 'Remove the older master keys, once nothing needs them',
  who: ['canManageSystem'],
  needsProof: true,
  response: done,
  refuses: ['key-elsewhere', 'key-needed'],
})

/** Numbers of parts into which a master key may be divided, and of those that give it back. */
export const escrowParts = { least: 2, most: 16, usual: 5, usualThreshold: 3 } as const
const some = z.number().int().min(escrowParts.least).max(escrowParts.most)

export const makeEscrow = endpoint({
  id: 'makeEscrow',
  summary: 'Divide the master key into parts for people to keep; they are in this answer only',
  who: ['canManageSystem'],
  needsProof: true,
  perPersonMinute: 5,
  body: z
    .strictObject({ parts: some, threshold: some })
    .refine(({ parts, threshold }) => threshold <= parts, {
      path: ['threshold'],
      error: 'Please enter no more than there are parts',
    }),
  response: z.object({
    masterKeyId: z.string(),
    /** Mark that all its parts carry. */
    mark: z.string(),
    parts: z.array(
      z.object({
        number: count,
        words: z.string(),
        /** PDF for the holder, in base64. */
        sheet: z.string(),
      }),
    ),
  }),
})

export const drillEscrow = endpoint({
  id: 'drillEscrow',
  summary: 'Prove that parts of the master key open a sample; nothing of them is kept',
  who: ['canManageSystem'],
  needsProof: true,
  perPersonMinute: 20,
  body: z.strictObject({ parts: z.array(z.string().min(1).max(1_000)).min(1).max(escrowParts.most) }),
  response: z.object({ opened: z.enum(['document', 'secret']) }),
  refuses: ['part-other', 'part-repeated', 'part-unreadable', 'parts-few', 'parts-former', 'parts-wrong'],
})

const documentId = z.object({ documentId: id })

export const reencryptDocument = endpoint({
  id: 'reencryptDocument',
  summary: 'Encrypt a document anew under a new key; the old one stays until the new content was read back',
  who: ['canManageSystem'],
  needsProof: true,
  perPersonMinute: 20,
  params: documentId,
  response: done,
  refuses: [
    'content-damaged',
    'content-removed',
    'document-changed',
    'document-not-found',
    'no-space',
    'storage-unavailable',
  ],
})

export const destroyKey = endpoint({
  id: 'destroyKey',
  summary:
    'Destroy the key of a document at once, so that nobody can read it again; the answer is a signed receipt',
  who: ['canManageSystem'],
  needsProof: true,
  params: documentId,
  body: z.strictObject({
    /** Title of the document, typed again. */
    title: z.string().min(1).max(1_000),
    reason: z.string().trim().min(1, 'Please enter a reason').max(1_000),
  }),
  response: z.object({
    /** Signed note (C2SP signed-note). */
    receipt: z.string(),
    verifierKey: z.string(),
  }),
  refuses: ['content-removed', 'document-not-found', 'hold-keeps', 'title-wrong'],
})
