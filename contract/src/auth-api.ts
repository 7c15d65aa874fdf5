import { z } from 'zod'
import { signupRole } from './accounts.ts'
import { phone } from './address.ts'
import { idTokenGrant, pkceGrant, walletGrant } from './auth-grants.ts'
import { endpoint, lacks } from './endpoint.ts'
import { email, instant, personName } from './fields.ts'
import { limits } from './limits.ts'

/*
 * The authentication calls of section 7 of the specification, as the clients of Supabase Auth send and read them. Names and forms are those of the
 * clients (snake case, null for absent values); rules, limits and messages are those of the screens.
 */

const optionalInstant = instant.optional()

/** A way to sign in that is linked to a person. `identity_id` names the link, `id` the person at the provider. */
const identity = z.object({
  id: z.string(),
  identity_id: z.string(),
  user_id: z.string(),
  provider: z.string(),
  identity_data: z.record(z.string(), z.unknown()),
  created_at: instant,
  updated_at: instant,
  last_sign_in_at: optionalInstant,
})

const factor = z.object({
  id: z.string(),
  friendly_name: z.string().optional(),
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  status: z.enum(['verified', 'unverified']),
  created_at: instant,
  updated_at: instant,
})

/** A person as the clients know them. `role` is the role in the token; the role in Deedbox is in `app_metadata`. */
export const authUser = z.object({
  id: z.string(),
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: optionalInstant,
  phone_confirmed_at: optionalInstant,
  confirmed_at: optionalInstant,
  confirmation_sent_at: optionalInstant,
  new_email: z.string().optional(),
  email_change_sent_at: optionalInstant,
  last_sign_in_at: optionalInstant,
  app_metadata: z.object({ provider: z.string(), providers: z.array(z.string()), role: z.string() }),
  user_metadata: z.object({ first_name: z.string(), last_name: z.string() }),
  identities: z.array(identity),
  factors: z.array(factor),
  created_at: instant,
  updated_at: instant,
  is_anonymous: z.literal(false),
})
export type AuthUser = z.infer<typeof authUser>

/** A session: the access token (a JWT, valid for an hour) and the refresh token, which works once. */
export const authTokens = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.number(),
  /** Seconds since 1970. */
  expires_at: z.number(),
  refresh_token: z.string(),
  user: authUser,
})
export type AuthTokens = z.infer<typeof authTokens>

/** Captcha token, sent with every call that may be abused; see `captcha_token` in the documentation of the clients. */
export const security = {
  gotrue_meta_security: z.object({ captcha_token: z.string().max(4_096).nullish() }).nullish(),
}
/** Challenge of PKCE (RFC 7636). */
export const challenge = {
  code_challenge: z.string().min(43).max(128).nullish(),
  code_challenge_method: z.string().max(10).nullish(),
}
const redirect = { redirect_to: z.string().max(2_000).optional() }
const code = z.string().trim().min(1).max(200)
const nothing = z.object({})
const typedPassword = z.string().min(1).max(limits.password.max)

export const authSignUp = endpoint({
  id: 'authSignUp',
  summary: 'Sign up with email and password: mails a six-digit code, which POST /auth/v1/verify takes',
  who: 'public',
  errors: 'auth',
  perMinute: 10,
  captcha: true,
  query: z.object(redirect),
  body: z.object({
    email: email.optional(),
    phone: phone.optional(),
    password: typedPassword,
    /** Role, which is ignored when an open invitation for this email sets one. */
    data: z.object({ first_name: personName, last_name: personName, role: signupRole.default('guest') }),
    ...challenge,
    ...security,
  }),
  response: authUser,
  refuses: [
    'account-exists',
    'email-closed',
    'login-locked',
    'password-compromised',
    'password-short',
    'password-weak',
    'phone-sign-up',
    'provider-required',
    'sign-up-closed',
    'sign-up-invited',
    'sign-up-role',
    'verification-mail-failed',
  ],
})

export const grantTypes = ['password', 'refresh_token', 'pkce', 'id_token', 'web3'] as const
/** Fields that each grant takes; its own handler checks that nothing is missing. */
export const passwordGrant = z.object({
  email: email.optional(),
  phone: phone.optional(),
  password: typedPassword,
})
export const refreshGrant = z.object({ refresh_token: z.string().min(1).max(200) })

export const authToken = endpoint({
  id: 'authToken',
  summary: 'A session for a password, a refresh token or another proof, by grant_type',
  who: 'public',
  errors: 'auth',
  perMinute: 120,
  captcha: { unless: { grant_type: ['refresh_token', 'pkce', 'id_token'] } },
  query: z.object({ grant_type: z.string().max(40) }),
  body: z.object({
    ...passwordGrant.partial().shape,
    ...refreshGrant.partial().shape,
    ...pkceGrant.partial().shape,
    ...idTokenGrant.partial().shape,
    ...walletGrant.partial().shape,
    ...security,
  }),
  response: authTokens,
  refuses: [
    'auth-code-unknown',
    'code-verifier-wrong',
    'grant-type',
    'id-token-invalid',
    'login-invalid',
    'login-locked',
    'refresh-token-invalid',
    'refresh-token-used',
    'sms-unavailable',
    'wallet-invalid',
    'wallet-unknown',
  ],
})

export const authJwks = endpoint({
  id: 'authJwks',
  summary: 'The public keys of access tokens (RFC 7517)',
  who: 'public',
  errors: 'auth',
  response: z.object({
    keys: z.array(
      z.object({
        kid: z.string(),
        kty: z.string(),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
        crv: z.string(),
        x: z.string(),
        y: z.string(),
      }),
    ),
  }),
})

export const authGetUser = endpoint({
  id: 'authGetUser',
  summary: 'The person of this access token, also when their access has expired',
  who: 'public',
  despite: lacks,
  errors: 'auth',
  response: authUser,
  refuses: ['session-ended'],
})

export const authLogout = endpoint({
  id: 'authLogout',
  summary: 'End this session (local), all others (others) or all (global)',
  who: 'public',
  despite: lacks,
  errors: 'auth',
  query: z.object({ scope: z.enum(['global', 'local', 'others']).default('global') }),
  status: 204,
  response: z.null(),
})

export const authSettings = endpoint({
  id: 'authSettings',
  summary: 'Which ways to sign in are open here',
  who: 'public',
  errors: 'auth',
  response: z.object({
    external: z.record(z.string(), z.boolean()),
    disable_signup: z.boolean(),
    mailer_autoconfirm: z.literal(false),
    phone_autoconfirm: z.literal(false),
    sms_provider: z.string(),
    saml_enabled: z.boolean(),
  }),
})

export const authHealth = endpoint({
  id: 'authHealth',
  summary: 'That the authentication API answers',
  who: 'public',
  errors: 'auth',
  response: z.object({ version: z.string(), name: z.string(), description: z.string() }),
})

/** Names that a client may send with a sign-in code; no account is made unless both are there. */
const maybeNames = z
  .object({
    first_name: personName.optional(),
    last_name: personName.optional(),
    role: signupRole.optional(),
  })
  .nullish()

export const authOtp = endpoint({
  id: 'authOtp',
  summary:
    'Email or text a six-digit code to sign in; never a link. The answer is the same whoever has an account',
  who: 'public',
  errors: 'auth',
  perMinute: 10,
  captcha: true,
  query: z.object(redirect),
  body: z.object({
    email: email.optional(),
    phone: phone.optional(),
    /** Channel of codes to a phone: text messages only. */
    channel: z.literal('sms').nullish(),
    /** Choice to make an account for a person without one, if sign-up is open and both names are in `data`. */
    create_user: z.boolean().default(true),
    data: maybeNames,
    ...challenge,
    ...security,
  }),
  response: nothing,
  refuses: ['phone-sign-up', 'provider-required', 'sms-limit', 'sms-unavailable'],
})

export const authVerify = endpoint({
  id: 'authVerify',
  summary: 'A session for a mailed or texted code (token) or the token of a reset link (token_hash)',
  who: 'public',
  errors: 'auth',
  perMinute: 20,
  body: z.object({
    type: z.enum(['signup', 'email', 'magiclink', 'recovery', 'email_change', 'sms', 'phone_change']),
    email: email.optional(),
    phone: phone.optional(),
    token: code.optional(),
    token_hash: code.optional(),
    ...security,
  }),
  /** Answer `msg`: the first of the two codes of a change of email was right. */
  response: z.union([authTokens, z.object({ msg: z.string(), code: z.literal(200) })]),
  refuses: [
    'account-exists',
    'code-dead',
    'code-expired',
    'login-invalid',
    'login-locked',
    'no-pending-code',
    'no-pending-signup',
    'phone-code-invalid',
    'phone-is-factor',
    'phone-taken',
    'provider-required',
    'reset-link-invalid',
    'session-ended',
    'sign-up-closed',
    'sign-up-invited',
    'sign-up-role',
    'sms-unavailable',
    'user-exists',
    'verification-failed',
  ],
})

export const authResend = endpoint({
  id: 'authResend',
  summary:
    'Email or text a new code for a sign-up, a sign-in by phone, or a change of email or phone that is under way',
  who: 'public',
  errors: 'auth',
  perMinute: 10,
  captcha: true,
  query: z.object(redirect),
  body: z.object({
    type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
    email: email.optional(),
    phone: phone.optional(),
    ...challenge,
    ...security,
  }),
  response: nothing,
  refuses: [
    'account-exists',
    'email-closed',
    'login-locked',
    'phone-is-factor',
    'phone-same',
    'phone-sign-up',
    'provider-required',
    'sign-up-closed',
    'sign-up-invited',
    'sign-up-role',
    'sms-failed',
    'sms-limit',
    'sms-unavailable',
    'user-exists',
    'verification-mail-failed',
  ],
})

export const authRecover = endpoint({
  id: 'authRecover',
  summary: 'Email a link to set a new password; the answer is the same whoever has an account',
  who: 'public',
  errors: 'auth',
  perMinute: 10,
  captcha: true,
  query: z.object(redirect),
  body: z.object({ email, ...challenge, ...security }),
  response: nothing,
  refuses: ['provider-required'],
})

export const authUpdateUser = endpoint({
  id: 'authUpdateUser',
  summary:
    'Change one’s own names, password, email or phone. A password wants a sign-in within the last 15 minutes or the code of GET /auth/v1/reauthenticate, an email such a sign-in and the codes of both addresses, a phone such a sign-in and the code sent to it',
  who: 'signed-in',
  noProof: 'identifies',
  errors: 'auth',
  perMinute: 10,
  query: z.object(redirect),
  body: z.object({
    email: email.optional(),
    /** Phone to sign in with: a code is sent to it, which POST /auth/v1/verify takes. */
    phone: phone.optional(),
    password: typedPassword.optional(),
    /** Code that was mailed. */
    nonce: code.optional(),
    data: z.object({ first_name: personName.optional(), last_name: personName.optional() }).optional(),
    ...challenge,
  }),
  response: authUser,
  refuses: [
    'email-same',
    'login-locked',
    'nonce-invalid',
    'password-compromised',
    'password-same',
    'password-short',
    'password-weak',
    'phone-is-factor',
    'phone-same',
    'proof-needed',
    'sms-failed',
    'sms-limit',
    'sms-unavailable',
    'user-exists',
    'verification-mail-failed',
  ],
})

export const authReauthenticate = endpoint({
  id: 'authReauthenticate',
  summary: 'Email a code (nonce) with which one’s own password can be changed',
  who: 'signed-in',
  errors: 'auth',
  perMinute: 10,
  response: nothing,
  refuses: ['verification-mail-failed'],
})
