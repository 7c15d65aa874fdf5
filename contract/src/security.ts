import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, done, id, instant, pageLimit } from './fields.ts'

/** Origin: the device in plain words, and the place of the address where a local database knows it. */
const from = {
  device: z.string(),
  place: z.string().nullable(),
  address: z.string().nullable(),
}

/** Results of a sign-in, or of a step of one. */
export const signInResults = {
  'signed-in': 'Signed in',
  'first-step': 'Began to sign in; second factor asked for',
  'factor-passed': 'Second factor confirmed',
  'wrong-password': 'Wrong password',
  'wrong-code': 'Wrong code',
  'wrong-passkey': 'Passkey not accepted',
  'locked-out': 'Refused: too many attempts',
  locked: 'Signing in locked after too many attempts',
  deactivated: 'Refused: deactivated',
  provider: 'Refused: not possible through this provider',
  'provider-only': 'Refused: only through the provider',
  failed: 'Did not work',
} as const
export type SignInResult = keyof typeof signInResults

/** Ways to prove one's identity, in words, by their names in the `amr` claim. */
export const signInMethods: Readonly<Record<string, string>> = {
  password: 'Password',
  otp: 'Emailed code',
  magiclink: 'Emailed link',
  recovery: 'Emailed link',
  'email/signup': 'New account',
  invite: 'Invitation',
  sms: 'Code by SMS',
  phone: 'Code by SMS',
  oauth: 'Provider',
  'sso/saml': 'Provider',
  web3: 'Wallet',
  passkey: 'Passkey',
  totp: 'Authenticator app',
  backup: 'Backup code',
}

export const signInRow = z.object({
  id: z.string(),
  at: instant,
  result: z.enum(Object.keys(signInResults) as [SignInResult, ...SignInResult[]]),
  method: z.string().nullable(),
  ...from,
})
export type SignInRow = z.infer<typeof signInRow>

export const listSessions = endpoint({
  id: 'listSessions',
  summary:
    'The caller’s own sessions, this one first, then as they were last used; not personal access tokens',
  who: 'signed-in',
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        /** State: it is the session that makes this call. */
        current: z.boolean(),
        /** Kind of session; 'api' is a program that signed in through the authentication API. */
        kind: z.enum(['web', 'api']),
        ...from,
        signedInAt: instant,
        /** Time of the last use, to the minute. */
        usedAt: instant,
        methods: z.array(z.string()),
        /** State: this device is asked for no second factor. */
        remembered: z.boolean(),
      }),
    ),
  }),
})

export const endSession = endpoint({
  id: 'endSession',
  summary:
    'End one of the caller’s own sessions at once, with all that it has under way; its device is forgotten',
  who: 'signed-in',
  noProof: 'closes',
  params: z.object({ sessionId: id }),
  response: done,
  refuses: ['not-found'],
})

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  summary:
    'End all other sessions of the caller at once, and forget their devices; personal access tokens stay',
  who: 'signed-in',
  noProof: 'closes',
  response: z.object({ ended: z.number() }),
})

export const listDevices = endpoint({
  id: 'listDevices',
  summary: 'The devices on which the caller is asked for no second factor, as they were last used',
  who: 'signed-in',
  response: z.object({
    devices: z.array(
      z.object({
        id: z.string(),
        /** State: it is the session that makes this call. */
        current: z.boolean(),
        ...from,
        usedAt: instant,
        rememberedUntil: instant,
      }),
    ),
  }),
})

export const forgetDevice = endpoint({
  id: 'forgetDevice',
  summary: 'Ask for the second factor again on a device of the caller',
  who: 'signed-in',
  noProof: 'own',
  params: z.object({ deviceId: id }),
  response: done,
  refuses: ['not-found'],
})

export const listSignIns = endpoint({
  id: 'listSignIns',
  summary: 'The caller’s own sign-ins and those that failed, newest first, paged by key',
  who: 'signed-in',
  query: z.object({ cursor: cursor.optional(), limit: pageLimit }),
  response: z.object({ signIns: z.array(signInRow), nextCursor: z.string().nullable() }),
})

export const listIdentities = endpoint({
  id: 'listIdentities',
  summary: 'How the caller can sign in: whether with a password, and with which identities of providers',
  who: 'signed-in',
  response: z.object({
    password: z.boolean(),
    identities: z.array(
      z.object({
        id: z.string(),
        /** Name of the provider. */
        provider: z.string(),
        /** Email that the provider last gave; null if none was given since it is recorded. */
        email: z.string().nullable(),
        linkedAt: instant,
        lastUsedAt: instant.nullable(),
      }),
    ),
  }),
})
