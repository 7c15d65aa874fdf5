import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  cursor,
  day,
  direction,
  done,
  email,
  id,
  instant,
  lastDay,
  line,
  newPassword,
  pageLimit,
  personName,
  token,
} from './fields.ts'
import { limits } from './limits.ts'
import { permissions, professionalTypes, roles, signupRoles } from './permissions.ts'
import { userSorts } from './sorts.ts'

/** The person signed in (specification, section 3: Session user). */
export const sessionUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  /** False only for a trustee that no administrator has confirmed yet. */
  confirmed: z.boolean(),
  organizationId: z.string().nullable(),
  organizationName: z.string().nullable(),
  professionalType: z.enum(professionalTypes).nullable(),
  permissions: z.array(z.enum(permissions)),
  accessExpiresAt: instant.nullable(),
  /** True for a guest whose access expiry date has passed: every page shows Access Expired. */
  accessExpired: z.boolean(),
})
export type SessionUser = z.infer<typeof sessionUser>

export const deployment = z.object({
  timeZone: z.string(),
  maxUploadBytes: z.number(),
  supportEmail: z.string(),
  /** Name of the configured sign-in provider, if there is one. */
  provider: z.string().nullable(),
  /** Whether text messages can be sent. */
  sms: z.boolean(),
})

export const getSession = endpoint({
  id: 'getSession',
  summary:
    'The person signed in, the time on the server, and what the screens need to know about this deployment',
  who: 'public',
  response: z.object({ user: sessionUser.nullable(), now: instant, deployment }),
})

export const signIn = endpoint({
  id: 'signIn',
  summary: 'Sign in with email and password',
  who: 'public',
  perMinute: 120,
  body: z.object({ email, password: z.string().min(1).max(limits.password.max) }),
  response: z.object({ user: sessionUser }),
})

export const signOut = endpoint({ id: 'signOut', summary: 'Sign out', who: 'public', response: done })

export const signupRole = z.enum([...signupRoles, 'guest'])

const signup = z.object({
  email,
  firstName: personName,
  lastName: personName,
  /** Ignored when an open invitation for this email sets the role. */
  role: signupRole.default('guest'),
})

export const sendVerification = endpoint({
  id: 'sendVerification',
  summary: 'auth-send-verification: email a six-digit code (also used to resend it)',
  who: 'public',
  perMinute: 10,
  body: signup,
  response: z.object({ success: z.literal(true), expiresAt: instant }),
})

export const verifyOtp = endpoint({
  id: 'verifyOtp',
  summary: 'auth-verify-otp: check the code, create the account and sign in',
  who: 'public',
  perMinute: 20,
  body: signup.extend({ code: z.string().regex(/^\d{6}$/), password: newPassword }),
  /** accountExists: nothing was created, the person should log in. user: null when the automatic login failed. */
  response: z.object({
    success: z.boolean(),
    accountExists: z.boolean(),
    message: z.string(),
    user: sessionUser.nullable(),
  }),
})

export const forgotPassword = endpoint({
  id: 'forgotPassword',
  summary:
    'Email a reset link (valid for one hour, once); the response is the same whether or not the account exists',
  who: 'public',
  perMinute: 10,
  body: z.object({ email }),
  response: done,
})

export const resetPassword = endpoint({
  id: 'resetPassword',
  summary: 'Set a new password with a reset link; signs the person out everywhere',
  who: 'public',
  perMinute: 10,
  body: z.object({ token, password: newPassword }),
  response: done,
})

export const breachRange = endpoint({
  id: 'breachRange',
  summary:
    'Suffixes of breached passwords for the first 5 hex characters of a SHA-1; empty when the lookup fails',
  who: 'public',
  perMinute: 60,
  params: z.object({ prefix: z.string().regex(/^[0-9A-Fa-f]{5}$/) }),
  response: z.object({ suffixes: z.array(z.string()) }),
})

export const getSetup = endpoint({
  id: 'getSetup',
  summary: 'Whether this set-up link is still valid',
  who: 'public',
  perMinute: 30,
  params: z.object({ token }),
  response: z.object({ valid: z.boolean() }),
})

export const setUp = endpoint({
  id: 'setUp',
  summary: 'Create the first administrator with the set-up link and sign in',
  who: 'public',
  perMinute: 10,
  params: z.object({ token }),
  body: z.object({ email, firstName: personName, lastName: personName, password: newPassword }),
  status: 201,
  response: z.object({ user: sessionUser }),
})

export const getInvitation = endpoint({
  id: 'getInvitation',
  summary: 'What an invitation link offers',
  who: 'public',
  perMinute: 30,
  params: z.object({ token }),
  response: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(roles),
    organizationName: z.string().nullable(),
    invitedBy: z.string(),
  }),
})

export const userRow = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  confirmed: z.boolean(),
  professionalType: z.string().nullable(),
  organizationName: z.string().nullable(),
  accessExpiresAt: instant.nullable(),
  createdAt: instant,
  lastSignedInAt: instant.nullable(),
  deactivated: z.boolean(),
  /** How many of their messages were reported. */
  reports: z.number(),
})
export type UserRow = z.infer<typeof userRow>

export const listUsers = endpoint({
  id: 'listUsers',
  summary: 'People of this deployment, or of an Org Admin’s organisation; paged by key',
  who: ['canManageUsers'],
  query: z.object({
    search: line(limits.text.search).optional(),
    role: z.enum(roles).optional(),
    confirmed: z.enum(['true', 'false']).optional(),
    /** 'true': only people with a reported message. */
    reported: z.literal('true').optional(),
    sort: z.enum(userSorts).default('createdAt'),
    direction,
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    users: z.array(userRow),
    total: z.number(),
    /** Trustees waiting for confirmation, regardless of the filter. */
    waiting: z.number(),
    nextCursor: z.string().nullable(),
  }),
})

export const confirmTrustee = endpoint({
  id: 'confirmTrustee',
  summary: 'Confirm a self-registered trustee',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  response: z.object({ user: userRow }),
})

export const setAccessExpiry = endpoint({
  id: 'setAccessExpiry',
  summary: "Set the last day of a guest's access",
  who: ['canManageUsers'],
  params: z.object({ userId: id }),
  body: z.strictObject({ expiresOn: day }),
  response: z.object({ user: userRow }),
})

/** Name of an organisation; created if it does not exist. Required for an Org Admin. */
const organization = line(limits.text.client).default('')
/** Guests only: the last day of access; null: 90 days from now. */
const guestExpiresOn = lastDay

export const changeRole = endpoint({
  id: 'changeRole',
  summary: 'Change the role of another person’s account; documents and access stay as they are',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  body: z.strictObject({
    role: z.enum(roles),
    professionalType: z.enum(professionalTypes).nullable().default(null),
    organization,
    expiresOn: guestExpiresOn,
  }),
  response: z.object({ user: userRow }),
})

export const deactivateUser = endpoint({
  id: 'deactivateUser',
  summary:
    'Deactivate another person: sessions end at once, sign-in is refused, open invitations are withdrawn',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  response: z.object({ user: userRow }),
})

export const reactivateUser = endpoint({
  id: 'reactivateUser',
  summary: 'Reactivate a person, who can then sign in again',
  who: ['canManageSystem'],
  params: z.object({ userId: id }),
  response: z.object({ user: userRow }),
})

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.string(),
  organizationName: z.string().nullable(),
  accessExpiresAt: instant.nullable(),
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
})

export const listInvitations = endpoint({
  id: 'listInvitations',
  summary:
    'Open invitations, newest first, and all organisations; for an Org Admin only those of their own organisation',
  who: ['canManageUsers'],
  response: z.object({
    invitations: z.array(invitation),
    organizations: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

export const inviteUser = endpoint({
  id: 'inviteUser',
  summary:
    'Invite a person to a role; the new account needs no confirmation. An administrator’s invitation replaces one from anyone else',
  who: ['canManageUsers'],
  perMinute: 60,
  body: z.object({
    email,
    firstName: line(limits.text.name).default(''),
    lastName: line(limits.text.name).default(''),
    role: z.enum(roles),
    professionalType: z.enum(professionalTypes).nullable().default(null),
    /** In an Org Admin's invitation it is always their own. */
    organization,
    expiresOn: guestExpiresOn,
  }),
  status: 201,
  response: z.object({ invitation, emailSent: z.boolean() }),
})

export const withdrawInvitation = endpoint({
  id: 'withdrawInvitation',
  summary: 'Withdraw an open invitation',
  who: ['canManageUsers'],
  params: z.object({ invitationId: id }),
  response: done,
})
