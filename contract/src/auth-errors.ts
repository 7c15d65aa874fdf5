import { type ErrorCode, errors } from './messages.ts'

/** The codes of the authentication API that we use; its clients know them by these names. */
export type AuthErrorCode =
  | 'bad_json'
  | 'bad_jwt'
  | 'captcha_failed'
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

/** Our refusals as the authentication API names them. A status is given where its clients expect another than ours. */
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
  'grant-type': { code: 'unsupported_grant_type' },
}

/** For all other refusals, also those that are added later. */
const byStatus: Record<number, AuthErrorCode> = {
  401: 'no_authorization',
  403: 'not_admin',
  408: 'request_timeout',
  409: 'conflict',
  429: 'over_request_rate_limit',
}

/** How the authentication API answers a refusal. */
export function authErrorOf(code: ErrorCode, status: number = errors[code].status): Required<AuthError> {
  const general = byStatus[status] ?? (status >= 500 ? 'unexpected_failure' : 'validation_failed')
  return { code: general, status, reasons: [], ...named[code] }
}
