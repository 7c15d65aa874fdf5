import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { forgotPassword } from '../accounts/password.ts'
import { unlinkIdentity } from '../providers/link.ts'
import { authHealthOf, authSettingsOf } from './about.ts'
import { resendChange } from './change-email.ts'
import * as factors from './factors.ts'
import { logout } from './logout.ts'
import { otp } from './otp.ts'
import { neededEmail, otpByPhone, resendByPhone } from './phones.ts'
import { authorize, callBack, linkIdentity, sso } from './provider-flows.ts'
import { resendSignUp, signUp } from './sign-up.ts'
import { signedIn } from './signed-in.ts'
import { token } from './token.ts'
import { reauthenticate, updateUser } from './update-user.ts'
import { authUserOf } from './user.ts'
import { verify } from './verify.ts'

/** Handles the authentication calls of section 7, for the clients of Supabase Auth: thin, over the verbs of the screens (ADR 26). */
export function authApiHandlers(services: Services) {
  return {
    'POST /auth/v1/signup': {
      kind: 'raw',
      run: (raw, input) => signUp(services, raw, input, neededEmail(input.body)),
    },
    'POST /auth/v1/otp': {
      kind: 'raw',
      run: (raw, input) =>
        input.body.phone && !input.body.email
          ? otpByPhone(services, raw, input.body.phone)
          : otp(services, raw, input, neededEmail(input.body)),
    },
    'POST /auth/v1/verify': { kind: 'raw', run: (raw, input) => verify(services, raw, input) },
    'POST /auth/v1/resend': {
      kind: 'raw',
      run: async (raw, { body }) => {
        if (body.type === 'sms' || body.type === 'phone_change') return resendByPhone(services, raw, body)
        await (body.type === 'signup' ? resendSignUp : resendChange)(services, raw, neededEmail(body))
        return {}
      },
    },
    'POST /auth/v1/recover': {
      kind: 'raw',
      run: async (raw, { body: { email } }) => {
        await forgotPassword(services, raw, { body: { email }, params: undefined, query: undefined })
        return {}
      },
    },
    'GET /auth/v1/reauthenticate': { kind: 'raw', run: (raw) => reauthenticate(services, raw) },
    'PUT /auth/v1/user': { kind: 'raw', run: (raw, input) => updateUser(services, raw, input) },
    'POST /auth/v1/token': { kind: 'raw', run: (raw, input) => token(services, raw, input) },
    'GET /auth/v1/user': {
      kind: 'read',
      run: (given) => {
        const ctx = signedIn(given)
        return authUserOf(ctx, ctx.actor.id, { half: ctx.pending !== null })
      },
    },
    'POST /auth/v1/logout': { kind: 'transact', run: (ctx, input) => logout(signedIn(ctx), input) },
    'GET /auth/v1/.well-known/jwks.json': {
      kind: 'raw',
      run: async () => ({ keys: await services.signingKeys.published() }),
    },
    'GET /auth/v1/settings': { kind: 'read', run: (ctx) => authSettingsOf(services, ctx) },
    'GET /auth/v1/authorize': { kind: 'raw', run: (raw, input) => authorize(services, raw, input) },
    'GET /auth/v1/callback': { kind: 'raw', run: (raw, input) => callBack(services, raw, input) },
    'POST /auth/v1/sso': { kind: 'read', run: (ctx, input) => sso(services, ctx, input) },
    'GET /auth/v1/user/identities/authorize': {
      kind: 'raw',
      run: (raw, input) => linkIdentity(services, raw, input),
    },
    'DELETE /auth/v1/user/identities/:identityId': {
      kind: 'transact',
      run: async (ctx, input) => {
        await unlinkIdentity(services, ctx, input)
        return {}
      },
    },
    'POST /auth/v1/factors': { kind: 'raw', run: (raw, input) => factors.enrol(services, raw, input) },
    'POST /auth/v1/factors/:factorId/challenge': {
      kind: 'raw',
      run: (raw, input) => factors.challenge(services, raw, input),
    },
    'POST /auth/v1/factors/:factorId/verify': {
      kind: 'raw',
      run: (raw, input) => factors.verify(services, raw, input),
    },
    'DELETE /auth/v1/factors/:factorId': {
      kind: 'transact',
      run: (ctx, input) => factors.remove(services, ctx, input),
    },
    'GET /auth/v1/health': { kind: 'raw', run: authHealthOf },
  } satisfies Partial<Handlers>
}
