import { type ErrorCode, errors } from './refusals.ts'

/** Error codes that Deedbox uses of those that the clients of the authentication API know. */
export type AuthErrorCode =
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_oauth_callback'
  | 'bad_oauth_state'
  | 'captcha_failed'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'mfa_challenge_expired'
  | 'mfa_factor_not_found'
  | 'mfa_verification_failed'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'over_sms_send_rate_limit'
  | 'phone_exists'
  | 'phone_provider_disabled'
  | 'single_identity_not_deletable'
  | 'sms_send_failed'
  | 'sso_provider_not_found'
  | 'too_many_enrolled_mfa_factors'
  | 'web3_provider_disabled'
  | 'bad_jwt'
  | 'conflict'
  | 'email_exists'
  | 'insufficient_aal'
  | 'invalid_credentials'
  | 'no_authorization'
  | 'not_admin'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_timeout'
  | 'same_password'
  | 'session_not_found'
  | 'signup_disabled'
  | 'unexpected_failure'
  | 'unsupported_grant_type'
  | 'user_already_exists'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password'

type AuthError = {
  code: AuthErrorCode
  status?: number
  reasons?: readonly ('length' | 'characters' | 'pwned')[]
}

/** Names of Deedbox's refusals in the authentication API, with a status where its clients expect a different one. */
const named: Partial<Record<ErrorCode, AuthError>> = {
  'malformed-request': { code: 'bad_json' },
  'not-signed-in': { code: 'no_authorization' },
  'token-invalid': { code: 'bad_jwt', status: 403 },
  'session-ended': { code: 'session_not_found', status: 403 },
  'factor-needed': { code: 'insufficient_aal' },
  'enrolment-needed': { code: 'insufficient_aal' },
  'proof-needed': { code: 'reauthentication_needed', status: 400 },
  'scope-missing': { code: 'not_admin' },
  'login-invalid': { code: 'invalid_credentials', status: 400 },
  'password-wrong': { code: 'invalid_credentials', status: 400 },
  'account-exists': { code: 'user_already_exists', status: 422 },
  'email-closed': { code: 'user_already_exists', status: 422 },
  'user-exists': { code: 'email_exists', status: 422 },
  'user-not-found': { code: 'user_not_found' },
  'sign-up-closed': { code: 'signup_disabled', status: 422 },
  'sign-up-invited': { code: 'signup_disabled', status: 422 },
  'sign-up-role': { code: 'signup_disabled', status: 422 },
  'password-short': { code: 'weak_password', status: 422, reasons: ['length'] },
  'password-weak': { code: 'weak_password', status: 422, reasons: ['characters'] },
  'password-compromised': { code: 'weak_password', status: 422, reasons: ['pwned'] },
  'password-same': { code: 'same_password' },
  'verification-failed': { code: 'otp_expired', status: 403 },
  'code-expired': { code: 'otp_expired', status: 403 },
  'code-dead': { code: 'otp_expired', status: 403 },
  'no-pending-code': { code: 'otp_expired', status: 403 },
  'no-pending-signup': { code: 'otp_expired', status: 403 },
  'reset-link-invalid': { code: 'otp_expired', status: 403 },
  'nonce-invalid': { code: 'reauthentication_not_valid' },
  'refresh-token-invalid': { code: 'refresh_token_not_found' },
  'refresh-token-used': { code: 'refresh_token_already_used' },
  'captcha-failed': { code: 'captcha_failed' },
  'sms-unavailable': { code: 'phone_provider_disabled', status: 422 },
  'phone-sign-up': { code: 'phone_provider_disabled' },
  'sms-failed': { code: 'sms_send_failed', status: 422 },
  'sms-limit': { code: 'over_sms_send_rate_limit' },
  'phone-same': { code: 'phone_exists', status: 422 },
  'phone-taken': { code: 'phone_exists', status: 422 },
  'phone-is-factor': { code: 'phone_exists', status: 422 },
  'phone-code-invalid': { code: 'otp_expired', status: 403 },
  'wallet-off': { code: 'web3_provider_disabled', status: 422 },
  'wallet-invalid': { code: 'invalid_credentials', status: 400 },
  'wallet-unknown': { code: 'invalid_credentials', status: 400 },
  'wallet-taken': { code: 'identity_already_exists', status: 422 },
  'provider-not-found': { code: 'sso_provider_not_found' },
  'identity-taken': { code: 'identity_already_exists', status: 422 },
  'identity-linked': { code: 'identity_already_exists', status: 422 },
  'identity-not-found': { code: 'identity_not_found' },
  'last-way-in': { code: 'single_identity_not_deletable', status: 422 },
  'pkce-needed': { code: 'validation_failed' },
  'flow-unknown': { code: 'bad_oauth_state' },
  'provider-failed': { code: 'bad_oauth_callback' },
  'auth-code-unknown': { code: 'flow_state_not_found' },
  'auth-code-expired': { code: 'flow_state_expired' },
  'code-verifier-wrong': { code: 'bad_code_verifier' },
  'id-token-invalid': { code: 'invalid_credentials' },
  'factor-wrong': { code: 'mfa_verification_failed', status: 422 },
  'factor-not-found': { code: 'mfa_factor_not_found' },
  'factors-full': { code: 'too_many_enrolled_mfa_factors', status: 422 },
  'challenge-expired': { code: 'mfa_challenge_expired' },
  'passkey-elsewhere': { code: 'mfa_webauthn_enroll_not_enabled' },
  'grant-type': { code: 'unsupported_grant_type' },
}

/** Codes of all other refusals by status, including those that are added later. */
const byStatus: Record<number, AuthErrorCode> = {
  401: 'no_authorization',
  403: 'not_admin',
  408: 'request_timeout',
  409: 'conflict',
  429: 'over_request_rate_limit',
}

/** Returns the authentication API's answer to a refusal. */
export function authErrorOf(code: ErrorCode, status: number = errors[code].status): Required<AuthError> {
  const general = byStatus[status] ?? (status >= 500 ? 'unexpected_failure' : 'validation_failed')
  return { code: general, status, reasons: [], ...named[code] }
}
