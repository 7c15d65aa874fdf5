import type { authHealth, authSettings } from '@deedbox/contract/auth-api.ts'
import { and, eq } from 'drizzle-orm'
import { identityProviders } from '../../db/tables/sign-in.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { version } from '../../platform/version.ts'

const inUse = and(eq(identityProviders.kind, 'saml'), eq(identityProviders.enabled, true))

/** Returns the ways to sign in that are open here. */
export async function authSettingsOf(
  { config }: Services,
  { tx, settings }: ReadCtx,
): Promise<Answer<typeof authSettings>> {
  return {
    external: { email: true, phone: config.sms !== undefined },
    disable_signup: settings.signUp === 'closed',
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: (await tx.$count(identityProviders, inUse)) > 0,
  }
}

export const authHealthOf = async (): Promise<Answer<typeof authHealth>> => ({
  version,
  name: 'Deedbox',
  description: 'Deedbox speaks the protocol of Supabase Auth under this address.',
})
