import { z } from 'zod'
import type { Services } from '../../kernel/services.ts'
import type { SignInProvider } from './find.ts'
import type { Flow } from './flow.ts'
import { answerForCode } from './oidc.ts'
import type { ProviderAnswer } from './sign-in-through.ts'

const secrets = z.object({ codeVerifier: z.string(), nonce: z.string(), redirectUri: z.string() })

/** Returns what a provider answered to the browser that comes back from it with a code, whatever the protocol. @throws */
export async function answerOf(
  services: Services,
  { flow, provider }: { flow: Flow; provider: SignInProvider },
  { state, code, iss }: { state: string; code: string; iss?: string | undefined },
): Promise<ProviderAnswer> {
  if (provider.kind === 'oidc')
    return answerForCode(services, provider, { code, iss, ...secrets.parse(flow.secrets) })
  const { answerForBrowser } = await import('./saml.ts')
  return services.contexts.work((ctx) => answerForBrowser(services, ctx, provider, { state, code }))
}
