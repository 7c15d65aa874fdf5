import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@deedbox/contract/limits.ts'
import { oneLine } from '@deedbox/contract/texts.ts'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller, WriteCtx } from '../context/context.ts'
import { cookieName, readToken } from '../context/session-cookie.ts'
import { authAccounts, profiles } from '../db/tables/accounts.ts'
import { addressOf } from '../platform/address.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { isSecure } from './auth.ts'
import { hold } from './lockout.ts'
import { createAccount } from './new-account.ts'
import { openProvider, type Provider } from './provider.ts'
import { maySignIn, openSession, setCookie } from './sessions.ts'
import { refuseSignUp } from './sign-up-rule.ts'

const livesMs = 10 * 60_000
const failed = '/login?error=provider'
const secrets = z.object({ codeVerifier: z.string(), nonce: z.string() })
const callback = z.object({ code: z.string().max(4_096), state: z.string().max(200) })
const person = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email()),
  emailVerified: z.literal(true),
  name: z.string().default(''),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
})
type ProvedPerson = z.output<typeof person> & { subject: string }

/**
 * Sign-in with the configured OpenID provider: GET /api/oauth/start redirects to it, GET /api/oauth/callback returns to
 * /dashboard (specification, section 2), or to /login?error=provider or the code of a refused sign-up. The library speaks the protocol (code flow
 * with PKCE, the ID token's signature, issuer, audience and nonce); state, account and session are ours.
 */
export function oauthRoutes(app: FastifyInstance, services: Services): void {
  if (!services.config.oidc) return
  const options = { exposeHeadRoute: false, config: { rateLimit: { max: 30, timeWindow: '1 minute' } } }
  app.get('/api/oauth/start', options, async (_request, reply) => {
    const provider = await openProvider(services).catch(() => null)
    return reply
      .header('cache-control', 'no-store')
      .redirect(provider ? await start(services, provider, reply) : failed)
  })
  app.get('/api/oauth/callback', options, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await finish(services, request, reply)
      return reply.redirect('/dashboard')
    } catch (error) {
      services.logger.warn(
        { error: error instanceof Error ? error.name : 'unknown' },
        'signing in by the provider failed',
      )
      return reply.redirect(error instanceof Refusal ? `/login?error=${error.code}` : failed)
    }
  })
}

const random = () => randomBytes(32).toString('base64url')
const redirectURI = ({ place }: Services) => `${place().publicUrl}/api/oauth/callback`
const identifier = (state: string) => `oauth:${state}`
const stateCookie = ({ config }: Services) => cookieName('oauth_state', isSecure(config))

async function start(services: Services, provider: Provider, reply: FastifyReply): Promise<string> {
  const [state, codeVerifier, nonce] = [random(), random(), random()]
  const { internalAdapter } = await services.auth.context()
  await services.contexts.work((ctx) =>
    internalAdapter.createVerificationValue({
      identifier: identifier(state),
      value: JSON.stringify({ codeVerifier, nonce }),
      expiresAt: new Date(ctx.now.getTime() + livesMs),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
  )
  const { serializeSignedCookie } = await import('better-call')
  const attributes = {
    path: '/',
    httpOnly: true,
    secure: isSecure(services.config),
    sameSite: 'lax' as const,
    maxAge: livesMs / 1_000,
  }
  // Only the browser that started may finish, so that a link cannot sign a person in to another's account.
  const cookie = await serializeSignedCookie(stateCookie(services), state, services.auth.secret, attributes)
  reply.header('set-cookie', cookie)
  const url = await provider.createAuthorizationURL({
    state,
    codeVerifier,
    idTokenNonce: nonce,
    redirectURI: redirectURI(services),
  })
  return url.href
}

async function finish(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { auth, contexts } = services
  const library = await auth.context()
  const { code, state } = callback.parse(request.query)
  const ours = readToken(request.headers.cookie, stateCookie(services), auth.secret)
  if (!ours || !same(ours, state)) throw new Error('This browser did not begin it')
  const kept = await contexts.work(async (ctx) => {
    const row = await library.internalAdapter.consumeVerificationValue(identifier(state))
    return row && row.expiresAt > ctx.now ? secrets.parse(JSON.parse(row.value)) : null
  })
  const provider = await openProvider(services)
  if (!kept || !provider) throw new Error('It took too long, or there is no provider')

  const { codeVerifier, nonce } = kept
  const tokens = await provider.validateAuthorizationCode({
    code,
    codeVerifier,
    redirectURI: redirectURI(services),
  })
  const profile = tokens && (await provider.getUserInfo({ ...tokens, expectedIdTokenNonce: nonce }))
  if (!profile) throw new Error('The provider returned no person')
  const subject = String(await provider.accountSubject({ tokens, profile: profile.data }))
  const proved = { ...person.parse({ ...profile.data, ...profile.user }), subject }
  if (!subject) throw new Error('The provider names no subject')

  const caller: Caller = {
    token: auth.readToken(request.headers.cookie),
    device: auth.readDevice(request.headers.cookie),
    ip: addressOf(request),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
  }
  const { opened, settings } = await contexts.transact(caller, async (ctx) => {
    const { settings } = ctx
    const account = await accountOf(services, ctx, proved)
    if (await maySignIn(ctx, account.id))
      return { settings, opened: await openSession(ctx, services, account, { method: 'oauth' }) }
    const details = { step: 'deactivated' }
    await ctx.audit({ event: 'sign_in_failed', actor: null, subjectEmail: account.email, details })
    return { settings, opened: null }
  })
  if (opened === null) throw new Error('An administrator has deactivated this person or their organisation')
  await setCookie(auth, reply, opened, settings)
}

/** The account of the provider's person: linked before, or with this email, or a new one (a guest unless invited). */
async function accountOf(services: Services, ctx: WriteCtx, proved: ProvedPerson) {
  const { auth, config } = services
  const { email, subject } = proved
  const providerId = config.oidc?.issuer ?? ''
  await hold(ctx, `email ${email}`)
  const [linked] = await ctx.tx
    .select({
      id: profiles.id,
      email: profiles.email,
      name: profiles.name,
    })
    .from(authAccounts)
    .innerJoin(profiles, eq(profiles.id, authAccounts.userId))
    .where(and(eq(authAccounts.providerId, providerId), eq(authAccounts.accountId, subject)))
  if (linked) return linked
  const library = await auth.context()
  const [known] = await ctx.tx.select().from(profiles).where(eq(profiles.email, email))
  const firstName = oneLine(proved.given_name ?? proved.name).slice(0, limits.text.name)
  const lastName = oneLine(proved.family_name ?? '').slice(0, limits.text.name)
  if (!known) await refuseSignUp(ctx, { email, role: 'guest' })
  const account =
    known ??
    (await createAccount(services, ctx, library, { email, firstName, lastName, role: 'guest' }, null))
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  await library.internalAdapter.linkAccount({
    userId: account.id,
    providerId,
    accountId: subject,
    ...times,
  })
  return account
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
