import { z } from 'zod'
import { here } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { factorKinds } from './factor-kinds.ts'
import { done, id, instant, line } from './fields.ts'
import { limits } from './limits.ts'

/** Name that a person gives one of their second factors. */
export const factorName = line(limits.text.name)

/** Code of an authenticator app or text message (six digits), or a backup code; spaces, dashes and case do not matter. */
export const factorCode = z
  .string()
  .max(40)
  .overwrite((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .min(1, { error: 'Please enter a code' })

/** Backup codes, shown this once; null if the person keeps the old ones. */
export const newBackupCodes = z.array(z.string()).nullable()

const factor = z.object({
  id: z.string(),
  kind: z.enum(factorKinds),
  name: z.string(),
  /** Number of a phone factor. */
  phone: z.string().nullable(),
  /** State of a passkey: it is synced between devices. */
  backedUp: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Factor = z.infer<typeof factor>

export const getFactors = endpoint({
  id: 'getFactors',
  summary: 'One’s own second factors, and whether the role needs one',
  who: 'signed-in',
  despite: ['enrolment'],
  response: z.object({
    factors: z.array(factor),
    backupCodesLeft: z.number(),
    /** State: the role needs a second factor, so that the last one cannot be removed. */
    required: z.boolean(),
    /** End of the time without a second factor that the role needs; null if there is one or none is needed. */
    enrolBefore: instant.nullable(),
  }),
})

export const enrolTotp = endpoint({
  id: 'enrolTotp',
  summary: 'Begin to add an authenticator app; it counts once a code of it was confirmed',
  who: 'signed-in',
  despite: ['enrolment'],
  needsProof: true,
  body: z.strictObject({ name: factorName.default('') }),
  status: 201,
  response: z.object({
    factorId: z.string(),
    /** Secret in base32, to be typed. */
    secret: z.string(),
    /** Address `otpauth://totp/…` */
    uri: z.string(),
    /** SVG of a QR code with the same address. */
    qr: z.string(),
  }),
  refuses: ['factors-full'],
})

export const confirmTotp = endpoint({
  id: 'confirmTotp',
  summary: 'Confirm an authenticator app with a code of it. The first second factor comes with backup codes',
  who: 'signed-in',
  despite: ['enrolment'],
  needsProof: true,
  renews: true,
  params: z.object({ factorId: id }),
  body: z.strictObject({
    code: factorCode,
    /** Name that replaces the first one. */
    name: factorName.default(''),
  }),
  response: z.object({ backupCodes: newBackupCodes }),
  refuses: ['factor-not-found', 'factor-wrong'],
})

export const renameFactor = endpoint({
  id: 'renameFactor',
  summary: 'Rename a second factor',
  who: 'signed-in',
  needsProof: true,
  params: z.object({ factorId: id }),
  body: z.strictObject({ name: factorName.min(1, { error: 'This field is required' }) }),
  response: done,
  refuses: ['factor-not-found'],
})

export const removeFactor = endpoint({
  id: 'removeFactor',
  summary:
    'Remove a second factor: no device is remembered any longer, and other sessions have to pass one again',
  who: 'signed-in',
  needsProof: true,
  params: z.object({ factorId: id }),
  response: done,
  refuses: ['factor-last', 'factor-not-found'],
})

export const makeBackupCodes = endpoint({
  id: 'makeBackupCodes',
  summary: 'New backup codes, shown once; the former ones no longer work',
  who: 'signed-in',
  needsProof: true,
  status: 201,
  response: z.object({ backupCodes: z.array(z.string()) }),
  refuses: ['factor-none'],
})

export const passFactor = endpoint({
  id: 'passFactor',
  summary:
    'The second step of signing in: a code of an authenticator app or of a text message, or a backup code',
  who: 'signed-in',
  noProof: 'identifies',
  despite: ['factor'],
  perMinute: 60,
  renews: true,
  body: z.strictObject({
    code: factorCode,
    /** Choice to ask for no second factor on this device for 30 days. */
    remember: z.boolean().default(false),
  }),
  response: here,
  refuses: ['factor-wrong', 'login-locked'],
})

export const sendFactorCode = endpoint({
  id: 'sendFactorCode',
  summary:
    'Text a code to every phone number that is a second factor of the caller, for POST /api/session/factor',
  who: 'signed-in',
  noProof: 'identifies',
  despite: ['factor'],
  perMinute: 10,
  response: done,
  refuses: ['factor-none', 'login-locked', 'sms-failed', 'sms-limit', 'sms-unavailable'],
})
