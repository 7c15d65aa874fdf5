import type { AuthTokens, authToken } from '@deedbox/contract/auth-api.ts'
import { pkceGrant } from '@deedbox/contract/auth-grants.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { acting } from '../../kernel/context/context.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { maySignIn, openSession } from '../accounts/sessions.ts'
import { linkOwn } from '../providers/link.ts'
import { signInThrough } from '../providers/sign-in-through.ts'
import { type AuthCodeMeaning, takeAuthCode } from './auth-codes.ts'
import { providerCalled } from './provider-flows.ts'
import { answerTokens, type Granted, grantTokens } from './tokens.ts'

type Asking = Raw<typeof authToken>
type OfProvider = Extract<AuthCodeMeaning, { providerId: string }>

/**
 * Begins a session for the code that came back to a client, with the verifier that only it has.
 * @throws Refusal auth-code-unknown, auth-code-expired, code-verifier-wrong, and those of signing in or linking.
 */
export async function pkce(services: Services, raw: Asking, body: unknown): Promise<AuthTokens> {
  const taken = await services.contexts.work((ctx) => takeAuthCode(ctx, pkceGrant.parse(body)))
  if ('refused' in taken) throw taken.refused
  const { means } = taken
  const granted = await ('providerId' in means
    ? throughProvider(services, raw, means)
    : byEmail(services, raw, means))
  return answerTokens(services, raw.caller, granted)
}

/** Signs in, or links and goes on with the session that began it. */
export async function throughProvider(services: Services, raw: Asking, means: OfProvider): Promise<Granted> {
  const { linksFor, answer, providerId } = means
  if (linksFor) {
    const caller = { ...raw.caller, sessionId: linksFor.sessionId }
    return services.contexts.transact(caller, async (given) => {
      const ctx = acting(given)
      const provider = await providerCalled(services, ctx, providerId)
      await linkOwn(services, ctx, provider, answer, linksFor.userId)
      return grantTokens(ctx, linksFor.sessionId)
    })
  }
  const outcome = await raw.transact(async (ctx) => {
    const provider = await providerCalled(services, ctx, providerId)
    const done = await signInThrough(services, ctx, provider, answer, { kind: 'api' })
    return done.opened ? { granted: await grantTokens(ctx, done.opened.id) } : done
  })
  if ('granted' in outcome) return outcome.granted
  throw outcome.refused
}

async function byEmail(
  services: Services,
  raw: Asking,
  { userId, method }: Extract<AuthCodeMeaning, { userId: string }>,
): Promise<Granted> {
  return raw.transact(async (ctx) => {
    const [person] = await ctx.tx.select().from(profiles).where(eq(profiles.id, userId))
    if (!person || !(await maySignIn(ctx, person.id))) throw new Refusal('login-invalid')
    const { id } = await openSession(ctx, services, person, { method, kind: 'api' })
    return grantTokens(ctx, id)
  })
}
