import type { Endpoint } from './endpoint.ts'
import { errors as custody } from './refusals/custody.ts'
import { errors as documents } from './refusals/documents.ts'
import { errors as identity } from './refusals/identity.ts'
import { errors as insight } from './refusals/insight.ts'
import { errors as kernel } from './refusals/kernel.ts'
import { errors as matters } from './refusals/matters.ts'
import { errors as operations } from './refusals/operations.ts'
import { errors as practice } from './refusals/practice.ts'
import { errors as release } from './refusals/release.ts'
import { errors as sharing } from './refusals/sharing.ts'

/** Refusals of all calls: code → HTTP status and message, word for word from section 8 of the specification where it has one. */
export const errors = {
  ...kernel,
  ...identity,
  ...documents,
  ...sharing,
  ...matters,
  ...custody,
  ...release,
  ...practice,
  ...insight,
  ...operations,
} satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The body of every error response. `fields` gives the message for each invalid input, by path. */
export type ErrorBody = {
  error: {
    code: ErrorCode
    message: string
    requestId: string
    fields?: Record<string, string>
    retryAfterMinutes?: number
  }
}

/** Reasons why a file is not stored, however it is sent. */
export const storing = [
  'file-empty',
  'file-infected',
  'file-too-large',
  'file-type',
  'file-type-mismatch',
  'matter-not-found',
  'not-allowed',
  'organization-locked',
  'scanner-limit',
  'scanner-unavailable',
  'storage-full',
  'storage-unavailable',
  'upload-failed',
] as const

/** Reasons why a file of evidence is not stored, which is in no matter and counts for nobody's storage. */
export const storingEvidence = storing.filter(
  (code) => !['matter-not-found', 'not-allowed', 'storage-full'].includes(code),
)

/** Reasons why a file is not stored as the next version of a document. */
export const asVersion = ['document-not-found', 'version-full', 'version-of-copy'] as const

/** Reasons why pages of a file are not shown. */
export const showing = [
  'attachment-not-found',
  'content-damaged',
  'content-removed',
  'document-not-found',
  'file-cut-off',
  'file-damaged',
  'file-locked',
  'file-password-needed',
  'preview-failed',
  'preview-too-large',
  'preview-unavailable',
  'storage-unavailable',
  'too-many-pages',
] as const

const personNeeded: readonly ErrorCode[] = [
  'not-signed-in',
  'token-invalid',
  'session-ended',
  'factor-needed',
  'enrolment-needed',
  'access-expired',
]

/** Lists the codes that a call can refuse with: those that follow from its row in the table of calls, and its own. */
export function refusalsOf(key: string, endpoint: Endpoint): ErrorCode[] {
  const {
    who,
    needsProof,
    renews,
    takesFile,
    body,
    params,
    query,
    scope,
    perMinute,
    perPersonMinute,
    captcha,
    errors: form,
    refuses = [],
  } = endpoint
  const changes = !key.startsWith('GET ')
  const when = (condition: unknown, ...codes: ErrorCode[]) => (condition ? codes : [])
  return [
    ...new Set<ErrorCode>([
      ...when(who !== 'public' || form === 'auth', ...personNeeded),
      ...when(Array.isArray(who), 'not-allowed'),
      ...when(needsProof, 'proof-needed'),
      ...when(renews && form !== 'auth', 'renewed-elsewhere'),
      ...when(captcha, 'captcha-failed', 'captcha-unavailable'),
      'scope-missing',
      'wrong-origin',
      'invalid-input',
      ...when(params ?? query, 'address-too-long'),
      ...when(body, 'malformed-request', 'content-type', 'request-too-large'),
      ...when(takesFile ?? body, 'request-too-slow'),
      ...when(scope ?? perMinute ?? perPersonMinute, 'too-many-requests'),
      ...when(changes, 'no-space'),
      ...refuses,
      'unexpected',
      'unavailable',
    ]),
  ]
}
