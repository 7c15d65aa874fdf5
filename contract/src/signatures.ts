import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fileId, instant } from './fields.ts'
import { showing } from './refusals.ts'
import { signatureVerdicts } from './signature-terms.ts'

const verdicts = Object.keys(signatureVerdicts) as [keyof typeof signatureVerdicts]

/** Signature within a PDF. Who issued the certificate is not checked, so its names are what it says of itself. */
const signature = z.object({
  verdict: z.enum(verdicts),
  signer: z.string(),
  organisation: z.string(),
  issuer: z.string(),
  validFrom: instant.nullable(),
  validUntil: instant.nullable(),
  /** Time that the signer's computer gave, or the time stamp's own. */
  at: instant.nullable(),
  /** State: it is a time stamp of the whole file, made by an authority. */
  timeStamp: z.boolean(),
  reason: z.string(),
  digest: z.enum(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']).nullable(),
  /** Bytes of the file after what it covers: whatever was added later. */
  after: z.number(),
  /** Changes that the signer allowed: 1 none, 2 filling in and signing, 3 notes too; null: not said. */
  permits: z.int().min(1).max(3).nullable(),
})
export type Signature = z.output<typeof signature>

export const documentSignatures = endpoint({
  id: 'documentSignatures',
  summary:
    'The digital signatures in a PDF: who, when, whether the bytes that each covers are unchanged, and what was added after it',
  who: 'signed-in',
  scope: 'read',
  params: z.object({ documentId: fileId }),
  response: z.object({ signatures: z.array(signature) }),
  refuses: [...showing],
})
