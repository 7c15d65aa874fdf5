import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { breachRange } from './breaches.ts'
import { withdrawInvitation } from './invitation-acts.ts'
import { getInvitation, listInvitations } from './invitations.ts'
import { inviteUser } from './invite.ts'
import { findOrganizations } from './organizations.ts'
import { checkResetLink, forgotPassword, resetPassword } from './password.ts'
import { requestPhoneCode, signInWithPhone } from './phone-sign-in.ts'
import { getSetup, setUp } from './setup.ts'
import { getSession, signIn, signOut } from './sign-in.ts'
import { confirmSignInPhone, getSignInPhone, removeSignInPhone, requestSignInPhone } from './sign-in-phone.ts'
import { sendVerification, verifyOtp } from './sign-up.ts'

/** Handles the calls of accounts. Those that hash, mail or set a cookie are `raw`, because none of that belongs in a transaction. */
export function accountHandlers(services: Services) {
  return {
    'GET /api/session': { kind: 'raw', run: (raw) => getSession(services, raw) },
    'POST /api/session': { kind: 'raw', run: (raw, input) => signIn(services, raw, input) },
    'DELETE /api/session': { kind: 'raw', run: (raw) => signOut(services, raw) },
    'POST /api/functions/auth-send-verification': {
      kind: 'raw',
      run: (raw, input) => sendVerification(services, raw, input),
    },
    'POST /api/functions/auth-verify-otp': {
      kind: 'raw',
      run: (raw, input) => verifyOtp(services, raw, input),
    },
    'POST /api/password/forgot': { kind: 'raw', run: (raw, input) => forgotPassword(services, raw, input) },
    'POST /api/password/reset': { kind: 'raw', run: (raw, input) => resetPassword(services, raw, input) },
    'POST /api/password/reset/check': {
      kind: 'read',
      run: (ctx, input) => checkResetLink(services, ctx, input),
    },
    'GET /api/password/breaches/:prefix': {
      kind: 'raw',
      run: (_raw, input) => breachRange(services, input),
    },
    'GET /api/sign-in-phone': { kind: 'read', run: getSignInPhone },
    'POST /api/sign-in-phone': {
      kind: 'raw',
      run: (raw, { body }) => requestSignInPhone(services, raw, body.phone),
    },
    'POST /api/sign-in-phone/confirm': {
      kind: 'raw',
      run: (raw, { body }) => confirmSignInPhone(services, raw, body),
    },
    'DELETE /api/sign-in-phone': { kind: 'transact', run: (ctx) => removeSignInPhone(services, ctx) },
    'POST /api/session/phone': { kind: 'raw', run: (raw, input) => requestPhoneCode(services, raw, input) },
    'POST /api/session/phone/code': {
      kind: 'raw',
      run: (raw, input) => signInWithPhone(services, raw, input),
    },
    'GET /api/setup/:token': { kind: 'read', run: (ctx, input) => getSetup(services, ctx, input) },
    'POST /api/setup/:token': { kind: 'raw', run: (raw, input) => setUp(services, raw, input) },
    'GET /api/organization-names': { kind: 'read', run: findOrganizations },
    'GET /api/invitations': { kind: 'read', run: listInvitations },
    'POST /api/invitations': { kind: 'raw', run: (raw, input) => inviteUser(services, raw, input) },
    'GET /api/invitations/:invitationId': { kind: 'read', run: getInvitation },
    'DELETE /api/invitations/:invitationId': {
      kind: 'transact',
      run: (ctx, input) => withdrawInvitation(services, ctx, input),
    },
  } satisfies Partial<Handlers>
}
