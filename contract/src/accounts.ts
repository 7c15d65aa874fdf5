import { z } from 'zod'
import { endpoint, lacks } from './endpoint.ts'
import { factorKinds } from './factor-kinds.ts'
import {
  captcha,
  cursor,
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
import { preferences } from './preferences.ts'
import { publicSettings } from './settings.ts'

/** Person who is signed in (specification, section 3: Session user). */
export const sessionUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  /** State: false only for a trustee whom no administrator has confirmed yet. */
  confirmed: z.boolean(),
  organizationId: z.string().nullable(),
  organizationName: z.string().nullable(),
  /** Time from which the content of their organisation, which is leaving, is locked; null: it stays. */
  organizationLocksAt: instant.nullable(),
  professionalType: z.enum(professionalTypes).nullable(),
  permissions: z.array(z.enum(permissions)),
  accessExpiresAt: instant.nullable(),
  /** State: true for a guest whose access expiry date has passed: every page then shows Access Expired. */
  accessExpired: z.boolean(),
  preferences,
})
export type SessionUser = z.infer<typeof sessionUser>

/** Settings that anyone may know, and facts from the configuration. */
export const deployment = publicSettings.extend({
  maxUploadBytes: z.number(),
  /** Name of the configured sign-in provider, if there is one. */
  provider: z.string().nullable(),
  /** State: text messages can be sent. */
  sms: z.boolean(),
  /** Origin at which passkeys work; null if they do not work, because the deployment has no name or no https. */
  passkeysAt: z.string().nullable(),
  /** Captcha service whose widget is shown in forms for people who are not signed in; its token is sent as `captchaToken`. */
  captcha: z
    .object({ provider: z.enum(['turnstile', 'hcaptcha']), siteKey: z.string(), scriptUrl: z.string() })
    .nullable(),
})

/** Person of this session. `pending`: a person after the first step of signing in, with what they still lack and the factors they have. */
export const here = z.object({
  user: sessionUser.nullable(),
  pending: z
    .object({ email: z.string(), lacks: z.enum(lacks), factorKinds: z.array(z.enum(factorKinds)) })
    .nullable(),
  /** End of the time without a second factor that their role needs; null if they have one or need none. */
  enrolBefore: instant.nullable(),
})
export type Here = z.infer<typeof here>

export const getSession = endpoint({
  id: 'getSession',
  summary:
    'The person signed in, the time on the server, and what the screens need to know about this deployment',
  who: 'public',
  scope: 'read',
  response: here.extend({ now: instant, deployment }),
})

export const signIn = endpoint({
  id: 'signIn',
  summary: 'Sign in with email and password',
  who: 'public',
  perMinute: 120,
  captcha: true,
  body: z.strictObject({ email, password: z.string().min(1).max(limits.password.max), ...captcha }),
  response: here,
  refuses: ['login-invalid', 'login-locked', 'provider-required'],
})

export const signOut = endpoint({
  id: 'signOut',
  summary: 'Sign out',
  who: 'public',
  despite: lacks,
  response: done,
})

export const signupRole = z.enum([...signupRoles, 'guest'])

const signup = z.strictObject({
  email,
  firstName: personName,
  lastName: personName,
  /** Role, which is ignored when an open invitation for this email sets the role. */
  role: signupRole.default('guest'),
})

export const sendVerification = endpoint({
  id: 'sendVerification',
  summary: 'auth-send-verification: email a six-digit code (also used to resend it)',
  who: 'public',
  perMinute: 10,
  captcha: true,
  body: signup.extend(captcha),
  response: z.object({ success: z.literal(true), expiresAt: instant }),
  refuses: [
    'account-exists',
    'email-closed',
    'login-locked',
    'provider-required',
    'sign-up-closed',
    'sign-up-invited',
    'sign-up-role',
    'verification-mail-failed',
  ],
})

export const verifyOtp = endpoint({
  id: 'verifyOtp',
  summary: 'auth-verify-otp: check the code, create the account and sign in',
  who: 'public',
  perMinute: 20,
  body: signup.extend({ code: z.string().regex(/^\d{6}$/), password: newPassword }),
  /** State `accountExists`: nothing was created, and the person should sign in. `user` and `pending` are both null when the automatic sign-in failed. */
  response: here.extend({ success: z.boolean(), accountExists: z.boolean(), message: z.string() }),
  refuses: [
    'code-dead',
    'code-expired',
    'login-locked',
    'no-pending-signup',
    'password-compromised',
    'password-weak',
    'provider-required',
    'sign-up-closed',
    'sign-up-invited',
    'sign-up-role',
    'verification-failed',
  ],
})

export const forgotPassword = endpoint({
  id: 'forgotPassword',
  summary:
    'Email a reset link (valid for one hour, once); the response is the same whether or not the account exists',
  who: 'public',
  perMinute: 10,
  captcha: true,
  body: z.strictObject({ email, ...captcha }),
  response: done,
  refuses: ['provider-required'],
})

export const resetPassword = endpoint({
  id: 'resetPassword',
  summary: 'Set a new password with a reset link; signs the person out everywhere',
  who: 'public',
  perMinute: 10,
  body: z.strictObject({ token, password: newPassword }),
  response: done,
  refuses: ['password-compromised', 'password-weak', 'provider-required', 'reset-link-invalid'],
})

export const checkResetLink = endpoint({
  id: 'checkResetLink',
  summary: 'Whether a reset link is still good; says nothing else and does not use it up',
  who: 'public',
  perMinute: 30,
  body: z.strictObject({ token }),
  response: z.object({ valid: z.boolean() }),
})

export const breachRange = endpoint({
  id: 'breachRange',
  summary:
    'Suffixes of breached passwords for the first 5 hex characters of a SHA-1; null when the lookup fails, which counts as not compromised',
  who: 'public',
  perMinute: 60,
  params: z.object({ prefix: z.string().regex(/^[0-9A-Fa-f]{5}$/) }),
  response: z.object({ suffixes: z.array(z.string()).nullable() }),
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
  body: z.strictObject({ email, firstName: personName, lastName: personName, password: newPassword }),
  status: 201,
  response: here,
  refuses: ['account-exists', 'password-compromised', 'password-weak', 'setup-link-invalid'],
})

export const getInvitation = endpoint({
  id: 'getInvitation',
  summary: 'What an invitation link offers',
  who: 'public',
  perMinute: 30,
  params: z.object({ invitationId: token }),
  response: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(roles),
    organizationName: z.string().nullable(),
    invitedBy: z.string(),
  }),
  refuses: ['invitation-invalid'],
})

/** Name of an organisation; created if it does not exist. Required for an Org Admin. */
export const organizationName = line(limits.text.client).default('')
/** Last day of a guest's access; null means 90 days from now. */
export const guestExpiresOn = lastDay

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
    'Open invitations, newest first, paged by key; for an Org Admin only those to their own organisation',
  who: ['canManageUsers'],
  query: z.object({
    /** Person who made the invitations; filters by them. */
    invitedBy: id.optional(),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    invitations: z.array(invitation),
    total: z.number(),
    nextCursor: z.string().nullable(),
  }),
})

export const findOrganizations = endpoint({
  id: 'findOrganizations',
  summary: 'The first organisations by name that match; for an Org Admin only their own',
  who: ['canManageUsers'],
  query: z.object({ search: line(limits.text.search).optional() }),
  response: z.object({ organizations: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

export const inviteUser = endpoint({
  id: 'inviteUser',
  summary:
    'Invite a person to a role; the new account needs no confirmation. An administrator’s invitation replaces one from anyone else',
  who: ['canManageUsers'],
  needsProof: true,
  perPersonMinute: 120,
  perMinute: 60,
  body: z.strictObject({
    email,
    firstName: line(limits.text.name).default(''),
    lastName: line(limits.text.name).default(''),
    role: z.enum(roles),
    professionalType: z.enum(professionalTypes).nullable().default(null),
    /** Organisation of the invitation; an Org Admin's own in theirs. */
    organization: organizationName,
    expiresOn: guestExpiresOn,
  }),
  status: 201,
  response: z.object({ invitation, emailSent: z.boolean() }),
  refuses: [
    'expiry-far',
    'expiry-past',
    'invitation-exists',
    'invite-not-allowed',
    'not-a-guest',
    'organization-deactivated',
    'outside-limit',
    'recipient-stopped',
    'user-exists',
  ],
})

export const withdrawInvitation = endpoint({
  id: 'withdrawInvitation',
  summary: 'Withdraw an open invitation',
  who: ['canManageUsers'],
  noProof: 'closes',
  params: z.object({ invitationId: id }),
  response: done,
  refuses: ['invitation-accepted', 'invitation-not-found', 'invitation-replaced', 'invitation-withdrawn'],
})
