import { z } from 'zod'
import { phone } from './address.ts'
import { authTokens } from './auth-api.ts'
import { endpoint, lacks } from './endpoint.ts'
import { factorName } from './factors.ts'

/* Second factors as the clients of the authentication API know them (ADR 26). */

const kind = z.enum(['totp', 'phone', 'webauthn'])
const params = z.object({ factorId: z.uuid() })

export const authEnrolFactor = endpoint({
  id: 'authEnrolFactor',
  summary:
    'Begin to add an authenticator app or a phone number; it counts once POST /factors/{id}/verify had a code of it',
  who: 'signed-in',
  despite: ['enrolment'],
  errors: 'auth',
  needsProof: true,
  perMinute: 20,
  body: z.object({
    factor_type: kind,
    friendly_name: factorName.default(''),
    phone: phone.optional(),
  }),
  response: z.object({
    id: z.string(),
    type: kind,
    friendly_name: z.string(),
    /** Secret in three forms: `qr_code` is SVG, `secret` base32, `uri` otpauth://totp/… */
    totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }).optional(),
    phone: z.string().optional(),
  }),
  refuses: [
    'factors-full',
    'passkey-elsewhere',
    'phone-is-factor',
    'phone-needed',
    'session-ended',
    'sms-unavailable',
  ],
})

export const authChallengeFactor = endpoint({
  id: 'authChallengeFactor',
  summary: 'Ask for a code of a factor; a phone number is sent one. Valid for 5 minutes',
  who: 'signed-in',
  noProof: 'identifies',
  despite: lacks,
  errors: 'auth',
  perMinute: 20,
  params,
  body: z.object({ channel: z.string().max(20).optional() }),
  response: z.object({
    id: z.string(),
    type: kind,
    /** Seconds since 1970. */
    expires_at: z.number(),
  }),
  refuses: [
    'factor-not-found',
    'passkey-elsewhere',
    'session-ended',
    'sms-failed',
    'sms-limit',
    'sms-unavailable',
  ],
})

export const authVerifyFactor = endpoint({
  id: 'authVerifyFactor',
  summary: 'Pass a factor with its code, or confirm a new one: new tokens of the level aal2',
  who: 'signed-in',
  noProof: 'identifies',
  despite: lacks,
  errors: 'auth',
  perMinute: 60,
  renews: true,
  params,
  body: z.object({
    challenge_id: z.string().max(200),
    code: z.string().regex(/^\d{6}$/, { error: 'Please enter the six digits' }),
  }),
  response: authTokens,
  refuses: [
    'challenge-expired',
    'factor-not-found',
    'factor-wrong',
    'login-locked',
    'phone-is-factor',
    'session-ended',
  ],
})

export const authRemoveFactor = endpoint({
  id: 'authRemoveFactor',
  summary: 'Remove a factor',
  who: 'signed-in',
  errors: 'auth',
  needsProof: true,
  params,
  response: z.object({ id: z.string() }),
  refuses: ['session-ended'],
})
