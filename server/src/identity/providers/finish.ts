import type { FastifyReply, FastifyRequest } from 'fastify'
import { acting, type Caller } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { addressOf } from '../../platform/address.ts'
import { Refusal } from '../../platform/errors.ts'
import { setCookie } from '../accounts/sessions.ts'
import type { SignInProvider } from './find.ts'
import type { Flow } from './flow.ts'
import { linkOwn } from './link.ts'
import { type ProviderAnswer, signInThrough } from './sign-in-through.ts'

/** Returns the caller of a request, for routes outside the contract. */
export const callerOf = ({ auth }: Services, request: FastifyRequest): Caller => ({
  token: auth.readToken(request.headers.cookie),
  device: auth.readDevice(request.headers.cookie),
  ip: addressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  requestId: request.id,
})

/**
 * Ends a browser’s way to a provider, whatever the protocol: links the identity, or signs in and sets the cookie.
 * @throws Refusal
 */
export async function finishFlow(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { flow, provider, answer }: { flow: Flow; provider: SignInProvider; answer: ProviderAnswer },
): Promise<void> {
  const { auth, contexts } = services
  const caller = callerOf(services, request)
  const { linksFor } = flow
  if (linksFor !== null)
    return contexts.transact(caller, (ctx) => linkOwn(services, acting(ctx), provider, answer, linksFor))
  const { settings, ...done } = await contexts.transact(caller, async (ctx) => ({
    settings: ctx.settings,
    ...(await signInThrough(services, ctx, provider, answer)),
  }))
  if (done.opened === null) throw done.refused
  await setCookie(auth, reply, done.opened, settings)
}

/** Returns where the browser goes when it did not work; the page says why. */
export function failedAt(error: unknown, flow: Flow | null): string {
  const code = error instanceof Refusal ? error.code : 'provider-failed'
  return `${flow?.linksFor ? '/profile' : '/login'}?error=${code}`
}
