import { z } from 'zod'
import { sessionUser } from './accounts.ts'
import { fitTogether, phone, postalAddress } from './address.ts'
import { endpoint } from './endpoint.ts'
import { done, email, instant, personName } from './fields.ts'
import { limits } from './limits.ts'
import { preferences } from './preferences.ts'

const password = z.string().min(1, { error: 'Please enter your password' }).max(limits.password.max)
const code = z.string().regex(/^\d{6}$/, { error: 'Please enter the six digits' })

const profileFields = { firstName: personName, lastName: personName, phone, ...postalAddress }

const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Number in E.164; may be blank. */
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
})
export type Profile = z.infer<typeof profile>

export const getProfile = endpoint({
  id: 'getProfile',
  summary: 'The caller’s own profile and their current session',
  who: 'signed-in',
  scope: 'read',
  response: z.object({
    profile,
    memberSince: instant,
    session: z.object({ startedAt: instant, ip: z.string().nullable(), userAgent: z.string().nullable() }),
  }),
})

export const updateProfile = endpoint({
  id: 'updateProfile',
  summary: 'Change the caller’s own name, phone number and address',
  who: 'signed-in',
  noProof: 'own',
  body: z.strictObject(profileFields).superRefine(fitTogether),
  response: z.object({ user: sessionUser, profile }),
})

export const setPreferences = endpoint({
  id: 'setPreferences',
  summary: 'Change the caller’s own preferences; they apply at once, on every device',
  who: 'signed-in',
  noProof: 'own',
  body: preferences,
  response: z.object({ user: sessionUser }),
})

export const requestEmailChange = endpoint({
  id: 'requestEmailChange',
  summary: 'Email a code to the caller’s current address and another one to the new address',
  who: 'signed-in',
  noProof: 'identifies',
  perMinute: 10,
  body: z.strictObject({ email, password }),
  response: z.object({ expiresAt: instant }),
  refuses: [
    'email-same',
    'login-locked',
    'password-missing',
    'password-wrong',
    'user-exists',
    'verification-mail-failed',
  ],
})

export const confirmEmailChange = endpoint({
  id: 'confirmEmailChange',
  summary:
    'Change the caller’s email with the codes of both addresses; access and requests follow, and all other sessions end',
  who: 'signed-in',
  noProof: 'identifies',
  perMinute: 20,
  body: z.strictObject({ email, currentCode: code, newCode: code }),
  response: z.object({ user: sessionUser }),
  refuses: [
    'code-dead',
    'code-expired',
    'login-locked',
    'no-pending-code',
    'user-exists',
    'verification-failed',
  ],
})

export const getClosing = endpoint({
  id: 'getClosing',
  summary: 'What keeps the caller from closing their account',
  who: 'signed-in',
  response: z.object({
    /** Number of documents they own that are not deleted. */
    documents: z.number(),
    lastAdministrator: z.boolean(),
  }),
})

export const handOverOwnDocuments = endpoint({
  id: 'handOverOwnDocuments',
  summary: 'Hand over all of the caller’s own documents to a confirmed trustee, who is then their owner',
  who: 'signed-in',
  needsProof: true,
  perMinute: 10,
  body: z.strictObject({ email }),
  response: z.object({ documents: z.number() }),
  refuses: ['hand-over-nothing', 'hand-over-trustee'],
})

export const closeAccount = endpoint({
  id: 'closeAccount',
  summary:
    'Close the caller’s own account: ends every session and every access, withdraws what is open, and keeps the record',
  who: 'signed-in',
  noProof: 'identifies',
  perMinute: 10,
  body: z.strictObject({ password }),
  response: done,
  refuses: ['hold-keeps-person', 'last-administrator', 'login-locked', 'owns-documents', 'password-wrong'],
})
