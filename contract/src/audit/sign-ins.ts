import { count, event, flag, listOf, maybe, nameIn, orNone, text } from './define.ts'
import { signInSteps } from './sign-in-steps.ts'
import { fromTo, many, quoted, role } from './words.ts'

const factor = { factorId: text, kind: text, name: text }
const ended = (n: number | undefined) => many(n, 'session') && `${many(n, 'session')} ended`

/** Accounts, sessions and proofs of identity. */
export const signIns = {
  first_admin_created: event('people', ['people'], 'First administrator set up'),
  verification_code_sent: event(
    'sign-in',
    [],
    'Verification code sent',
    { phone: maybe(text) },
    ({ phone }) => [phone && `to ${phone}`],
  ),
  account_created: event(
    'people',
    ['people', 'access', 'owner-requests'],
    'Account created',
    { role: text, invitationId: maybe(text), grants: maybe(listOf(text)) },
    (d) => [
      role(d.role),
      d.invitationId && 'invited',
      d.grants && `with access to ${many(d.grants.length, 'document')} shared before`,
    ],
  ),
  signed_in: event(
    'sign-in',
    ['security'],
    'Signed in',
    { method: text, lacks: maybe(text) },
    ({ method, lacks }) => [method && `by ${method}`, lacks === 'factor' && 'second factor asked for'],
  ),
  sign_in_failed: event(
    'sign-in',
    [],
    'Sign-in failed',
    { step: nameIn(signInSteps), fault: maybe(text), provider: maybe(text), address: maybe(text) },
    ({ step, fault, provider, address }) => [step, fault, provider && `through ${provider}`, address],
  ),
  sign_in_locked: event('sign-in', [], 'Sign-in locked', { by: text }, ({ by }) => [
    by && `after too many attempts for this ${by}`,
  ]),
  call_refused: event('sign-in', [], 'Call refused', { call: text, code: text }, ({ call, code }) => [
    call,
    code && `because of ${quoted(code)}`,
  ]),
  strangers_left_out: event('sign-in', [], 'More events of people without a session are left out for a day'),
  signed_out: event('sign-in', ['session', 'security'], 'Signed out'),
  sessions_ended: event(
    'sign-in',
    ['session'],
    'Everybody signed out',
    { sessions: count },
    ({ sessions }) => [ended(sessions)],
  ),
  password_reset_requested: event('sign-in', [], 'Password reset requested'),
  password_reset: event('sign-in', ['session'], 'Password reset'),
  password_changed: event('sign-in', ['session', 'security'], 'Password changed'),
  proof_given: event('sign-in', [], 'Confirmed again who it is', { way: text }, ({ way }) => [
    way && `by ${way}`,
  ]),
  proof_failed: event('sign-in', [], 'Confirming again who it is failed'),
  factor_added: event(
    'sign-in',
    ['session', 'security', 'people'],
    'Second factor added',
    { ...factor, backupCodes: maybe(flag) },
    (d) => [d.kind, quoted(d.name), d.backupCodes && 'with backup codes'],
  ),
  factor_renamed: event(
    'sign-in',
    ['security'],
    'Second factor renamed',
    { factorId: text, kind: text, from: text, to: text },
    ({ kind, from, to }) => [kind, fromTo(quoted(from), quoted(to))],
  ),
  factor_removed: event(
    'sign-in',
    ['session', 'security', 'people'],
    'Second factor removed',
    { ...factor, confirmed: maybe(flag) },
    (d) => [d.kind, quoted(d.name), d.confirmed === false && 'never confirmed'],
  ),
  factors_reset: event(
    'sign-in',
    ['session', 'security', 'people'],
    'Second factors reset by an administrator',
    { factors: count },
    ({ factors }) => [many(factors, 'factor')],
  ),
  factor_passed: event(
    'sign-in',
    ['session', 'security'],
    'Second factor passed',
    { method: text, remembered: maybe(flag) },
    ({ method, remembered }) => [method && `by ${method}`, remembered && 'on a remembered device'],
  ),
  backup_codes_made: event('sign-in', ['security'], 'New backup codes made'),
  backup_code_used: event('sign-in', ['security'], 'Backup code used', { left: count }, ({ left }) => [
    left !== undefined && `${left} left`,
  ]),
  device_forgotten: event('sign-in', ['security'], 'Device forgotten', { device: text }, ({ device }) => [
    device,
  ]),
  push_subscription_added: event(
    'sign-in',
    ['security'],
    'Notices switched on in a browser',
    { device: text, names: flag },
    ({ device, names }) => [device, names && 'with names of people and documents'],
  ),
  push_subscription_changed: event(
    'sign-in',
    ['security'],
    'Notices in a browser changed',
    { device: text, names: flag },
    ({ device, names }) => [
      device,
      names !== undefined && `${names ? 'with' : 'without'} names of people and documents`,
    ],
  ),
  push_subscription_removed: event(
    'sign-in',
    ['security'],
    'Notices switched off in a browser',
    { device: text, gone: maybe(flag) },
    ({ device, gone }) => [device, gone && 'it takes no more notices'],
  ),
  session_ended: event(
    'sign-in',
    ['session', 'security'],
    'Session ended from another',
    { device: text, address: maybe(orNone(text)) },
    ({ device, address }) => [device, address],
  ),
  other_sessions_ended: event(
    'sign-in',
    ['session', 'security'],
    'All other sessions ended',
    { sessions: count },
    ({ sessions }) => [ended(sessions)],
  ),
  person_signed_out: event(
    'sign-in',
    ['session', 'security', 'people'],
    'Person signed out everywhere by an administrator',
    { sessions: count },
    ({ sessions }) => [ended(sessions)],
  ),
  identity_linked: event(
    'sign-in',
    ['security'],
    'Sign-in with a provider linked',
    { provider: text, address: maybe(text) },
    ({ provider, address }) => [provider, address],
  ),
  identity_unlinked: event(
    'sign-in',
    ['security'],
    'Sign-in with a provider unlinked',
    { provider: text },
    ({ provider }) => [provider],
  ),
  sign_in_phone_changed: event(
    'sign-in',
    ['security'],
    'Phone number to sign in with changed',
    { phone: orNone(text) },
    ({ phone }) => [phone === null ? 'removed' : phone && `to ${phone}`],
  ),
  sign_in_code_sent: event(
    'sign-in',
    [],
    'Code or link to sign in sent',
    { phone: maybe(text) },
    ({ phone }) => [phone && `to ${phone}`],
  ),
  refresh_token_reused: event(
    'sign-in',
    ['session', 'security'],
    'Refresh token used twice: session ended',
    { sessionId: text },
    () => [],
  ),
  signing_key_made: event('system', [], 'Key for access tokens made', { kid: text }, ({ kid }) => [kid]),
  access_token_created: event(
    'sign-in',
    ['security'],
    'Personal access token created',
    { tokenId: text, name: orNone(text), scopes: text, expiresOn: maybe(orNone(text)) },
    ({ name, scopes, expiresOn }, { day }) => [
      quoted(name),
      scopes && `to ${scopes}`,
      expiresOn && `until ${day(expiresOn)}`,
    ],
  ),
  access_token_ended: event(
    'sign-in',
    ['security'],
    'Personal access token ended',
    { tokenId: text, name: orNone(text) },
    ({ name }) => [quoted(name)],
  ),
} as const
