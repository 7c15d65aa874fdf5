import { z } from 'zod'
import { here } from './accounts.ts'
import { phone } from './address.ts'
import { endpoint } from './endpoint.ts'
import { captcha, done, instant } from './fields.ts'

const number = phone.min(1, { error: 'Please enter a phone number' })
const code = z.string().regex(/^\d{6}$/, { error: 'Please enter the six digits' })
const own = z.object({
  /** Number in E.164, or null. */
  phone: z.string().nullable(),
})

export const getSignInPhone = endpoint({
  id: 'getSignInPhone',
  summary: 'The phone number that the caller signs in with',
  who: 'signed-in',
  response: own,
})

export const requestSignInPhone = endpoint({
  id: 'requestSignInPhone',
  summary: 'Send a code to a phone number that the caller wants to sign in with',
  who: 'signed-in',
  needsProof: true,
  perMinute: 10,
  body: z.strictObject({ phone: number }),
  response: z.object({ expiresAt: instant }),
  refuses: ['phone-is-factor', 'phone-same', 'sms-failed', 'sms-limit', 'sms-unavailable'],
})

export const confirmSignInPhone = endpoint({
  id: 'confirmSignInPhone',
  summary: 'Use this phone number to sign in, with the code that was sent to it',
  who: 'signed-in',
  needsProof: true,
  perMinute: 20,
  body: z.strictObject({ phone: number, code }),
  response: own,
  refuses: [
    'code-dead',
    'code-expired',
    'login-locked',
    'no-pending-code',
    'phone-is-factor',
    'phone-taken',
    'verification-failed',
  ],
})

export const removeSignInPhone = endpoint({
  id: 'removeSignInPhone',
  summary: 'Stop signing in with the phone number',
  who: 'signed-in',
  needsProof: true,
  response: own,
  refuses: ['not-found'],
})

export const requestPhoneCode = endpoint({
  id: 'requestPhoneCode',
  summary:
    'Send a code to sign in to a phone number; the response is the same whether or not somebody signs in with it',
  who: 'public',
  perMinute: 10,
  captcha: true,
  body: z.strictObject({ phone: number, ...captcha }),
  response: done,
  refuses: ['sms-limit', 'sms-unavailable'],
})

export const signInWithPhone = endpoint({
  id: 'signInWithPhone',
  summary: 'Sign in with a phone number and the code that was sent to it',
  who: 'public',
  perMinute: 20,
  body: z.strictObject({ phone: number, code }),
  response: here,
  refuses: ['login-locked', 'phone-code-invalid'],
})
