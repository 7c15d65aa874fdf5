import { z } from 'zod'
import { here } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { factorName, newBackupCodes } from './factors.ts'
import { id, instant } from './fields.ts'

/* Calls of Web Authentication. Options and answers are the JSON forms of the recommendation (Level 3, sections 5.1.8 and 5.1.10). */

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

/** Transports by which a browser may reach an authenticator again. */
export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const transport = z.enum(transports)

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(transport),
})

/** The parts of both answers. A browser may send more, which nobody reads. */
const answered = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
}
const clientDataJSON = base64url(8_000)

/** Answer of a browser when a passkey has signed. */
export const passkeyAnswer = z.object({
  ...answered,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(100).nullish(),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

/** Answer of a browser when it has made a passkey. */
const newPasskeyAnswer = z.object({
  ...answered,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(32_000),
    transports: z
      .array(z.string().max(30))
      .max(20)
      .default([])
      .transform((given) => transports.filter((known) => given.includes(known))),
  }),
})
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** State: it is synced between the person's devices, so that it survives the loss of one. */
  backedUp: z.boolean(),
})

export const newPasskeyOptions = endpoint({
  id: 'newPasskeyOptions',
  summary:
    'Begin to add a passkey: the options for navigator.credentials.create(), valid for 5 minutes, once',
  who: 'signed-in',
  despite: ['enrolment'],
  needsProof: true,
  perMinute: 30,
  response: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
    timeout: z.number(),
    attestation: z.literal('none'),
    /** The caller's passkeys: an authenticator that holds one of them makes no other. */
    excludeCredentials: z.array(credential),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
  refuses: ['passkeys-unavailable'],
})

export const addPasskey = endpoint({
  id: 'addPasskey',
  summary: 'Add a passkey of the caller, as a second factor and as a way to sign in',
  who: 'signed-in',
  despite: ['enrolment'],
  needsProof: true,
  perMinute: 30,
  renews: true,
  body: z.strictObject({
    name: factorName.min(1, { error: 'This field is required' }),
    response: newPasskeyAnswer,
  }),
  status: 201,
  /** Answer, which has backup codes with the first second factor. */
  response: z.object({ passkey, backupCodes: newBackupCodes }),
  refuses: ['factors-full', 'passkey-exists', 'passkey-expired', 'passkey-invalid', 'passkeys-unavailable'],
})

export const passkeyOptions = endpoint({
  id: 'passkeyOptions',
  summary:
    'Begin to use a passkey: the options for navigator.credentials.get(), valid for 5 minutes, once. Any passkey for who is not signed in, the caller’s own for others',
  who: 'public',
  despite: ['factor'],
  perMinute: 60,
  response: z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(credential),
  }),
  refuses: ['passkeys-unavailable'],
})

export const signInWithPasskey = endpoint({
  id: 'signInWithPasskey',
  summary:
    'Sign in with a passkey, which needs no password and no other factor; after a password it is the second factor',
  who: 'public',
  despite: ['factor'],
  perMinute: 60,
  renews: true,
  body: z.strictObject({
    response: passkeyAnswer,
    /** Choice, after a password, to ask this device for no second factor for 30 days. */
    remember: z.boolean().default(false),
  }),
  response: here,
  refuses: [
    'login-invalid',
    'login-locked',
    'passkey-expired',
    'passkey-invalid',
    'passkeys-unavailable',
    'provider-required',
  ],
})
