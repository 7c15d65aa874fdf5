import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@deedbox/contract/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { cookieName, readToken } from '../../kernel/context/session-cookie.ts'
import type { Services } from '../../kernel/services.ts'
import { isSecure } from '../accounts/auth.ts'

const shape = z.object({
  providerId: z.string(),
  /** The path of the callback that may end it. */
  callback: z.string(),
  /** Page of Deedbox where the browser goes afterwards. */
  returnTo: z.string(),
  /** The person who links the identity with their account; null: somebody signs in. */
  linksFor: z.string().nullable(),
  /** Secrets that the protocol has to remember. */
  secrets: z.record(z.string(), z.string()),
  /** Wishes that a client of the authentication API has to remember. */
  client: z.record(z.string(), z.unknown()).nullable(),
})
/** A way to a provider that a browser has begun. */
export type Flow = z.output<typeof shape>

export const random = () => randomBytes(32).toString('base64url')

const identifier = (state: string) => `oauth:${state}`
const stateCookie = ({ config }: Pick<Services, 'config'>) => cookieName('oauth_state', isSecure(config))

/** Keeps what a browser has begun for ten minutes, under its `state`. */
export async function keepFlow(
  services: Services,
  reply: FastifyReply,
  state: string,
  flow: Flow,
): Promise<void> {
  const { internalAdapter } = await services.auth.context()
  const { flowMs } = limits.providers
  await services.contexts.work((ctx) =>
    internalAdapter.createVerificationValue({
      identifier: identifier(state),
      value: JSON.stringify(flow),
      expiresAt: new Date(ctx.now.getTime() + flowMs),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
  )
  const { serializeSignedCookie } = await import('better-call')
  // The browser that started must be the one that finishes, so that a link cannot sign a person in to another’s account.
  const cookie = await serializeSignedCookie(stateCookie(services), state, services.auth.secret, {
    path: '/',
    httpOnly: true,
    secure: isSecure(services.config),
    sameSite: 'lax',
    maxAge: flowMs / 1_000,
  })
  reply.header('set-cookie', cookie)
}

/** Returns what some browser began and has not ended, for an answer that arrives without its cookies. */
export async function peekFlow(
  { auth }: Pick<Services, 'auth'>,
  { now }: ReadCtx,
  state: string,
): Promise<Flow | null> {
  const { internalAdapter } = await auth.context()
  const row = await internalAdapter.findVerificationValue(identifier(state))
  return row && row.expiresAt > now ? shape.parse(JSON.parse(row.value)) : null
}

/** Takes what this browser began, once. @throws for another browser, another callback, or after ten minutes. */
export async function takeFlow(
  services: Services,
  request: FastifyRequest,
  { state, callback }: { state: string; callback: string },
): Promise<Flow> {
  const browserState = readToken(request.headers.cookie, stateCookie(services), services.auth.secret)
  if (!browserState || !same(browserState, state)) throw new Error('This browser did not begin it')
  const { internalAdapter } = await services.auth.context()
  const flow = await services.contexts.work(async (ctx) => {
    const row = await internalAdapter.consumeVerificationValue(identifier(state))
    return row && row.expiresAt > ctx.now ? shape.parse(JSON.parse(row.value)) : null
  })
  if (flow?.callback !== callback) throw new Error('It took too long, or began elsewhere')
  return flow
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
