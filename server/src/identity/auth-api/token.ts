import { type AuthTokens, type authToken, grantTypes, passwordGrant } from '@deedbox/contract/auth-api.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { passwordSignIn } from '../accounts/sign-in.ts'
import { idToken } from './id-token.ts'
import { emailOfPhone } from './phones.ts'
import { pkce } from './pkce.ts'
import { refresh } from './refresh.ts'
import { answerTokens, grantTokens } from './tokens.ts'
import { web3 } from './web3.ts'

/** Serves one grant type: checks the proof in `body`, which it parses, and opens or continues a session. */
export type Grant = (services: Services, raw: Raw<typeof authToken>, body: unknown) => Promise<AuthTokens>
type GrantType = (typeof grantTypes)[number]

/** Grants tokens for email and password, by the rules of the screen. @throws Refusal login-invalid, login-locked. */
const password: Grant = async (services, raw, body) => {
  const { email, phone, password } = passwordGrant.parse(body)
  const granted = await passwordSignIn(
    services,
    raw,
    { email: email ?? (await emailOfPhone(services, raw, phone)), password },
    (ctx, { id }) => grantTokens(ctx, id),
    'api',
  )
  return answerTokens(services, raw.caller, granted)
}

const grants: Partial<Record<GrantType, Grant>> = {
  password,
  refresh_token: refresh,
  pkce,
  id_token: idToken,
  web3,
}

/** Serves POST /auth/v1/token. @throws Refusal grant-type, and those of the grant. */
export async function token(
  services: Services,
  raw: Raw<typeof authToken>,
  { query, body }: Input<typeof authToken>,
): Promise<Answer<typeof authToken>> {
  const type = grantTypes.find((known) => known === query.grant_type)
  const grant = type && grants[type]
  if (!grant) throw new Refusal('grant-type')
  return grant(services, raw, body)
}
