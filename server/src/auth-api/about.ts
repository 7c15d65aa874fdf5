import type { authHealth, authSettings } from '@deedbox/contract/auth-api.ts'
import type { ReadCtx } from '../context/context.ts'
import type { Answer } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { version } from '../version.ts'

/** Which ways to sign in are open here. */
export async function authSettingsOf(
  { config }: Services,
  { settings }: ReadCtx,
): Promise<Answer<typeof authSettings>> {
  return {
    external: { email: true, phone: config.sms !== undefined },
    disable_signup: settings.signUp === 'closed',
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }
}

export const authHealthOf = async (): Promise<Answer<typeof authHealth>> => ({
  version,
  name: 'Deedbox',
  description: 'Deedbox speaks the protocol of Supabase Auth under this address.',
})
