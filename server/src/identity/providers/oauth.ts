import { limits } from '@deedbox/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { answerOf } from './answer.ts'
import { beginFlow, oidcCallback } from './begin.ts'
import { findUsable } from './find.ts'
import { failedAt, finishFlow } from './finish.ts'
import { type Flow, takeFlow } from './flow.ts'

const text = z.string().max(limits.text.address).optional()
const wanted = z.object({ provider: text, email: text, returnTo: text })
const answered = z.object({ state: z.string().max(200), code: z.string().max(4_096), iss: text })

/**
 * Serves sign-in with a provider: GET /api/oauth/start leads there, by the protocol that it speaks; GET /api/oauth/callback takes the
 * answer of an OpenID provider and returns to `returnTo` (otherwise /dashboard: specification, section 2), or to /login or /profile with
 * the code of what went wrong.
 */
export function oauthRoutes(app: FastifyInstance, services: Services, rateLimitFactor: number): void {
  // An office may come from one address.
  const rateLimit = { max: 120 * rateLimitFactor, timeWindow: '1 minute' }
  const options = { exposeHeadRoute: false, config: { rateLimit } }
  const noted = (error: unknown) =>
    services.logger.warn({ error: loggable(error) }, 'signing in by a provider failed')

  app.get('/api/oauth/start', options, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      const { provider: id, ...asked } = wanted.parse(request.query)
      const { contexts } = services
      const nobody = { token: null, device: null, ip: null, userAgent: null, requestId: request.id }
      const provider = await contexts.read(nobody, (ctx) => findUsable(services, ctx, id))
      if (!provider) throw new Refusal('provider-failed')
      return reply.redirect(await beginFlow(services, reply, provider, asked))
    } catch (error) {
      noted(error)
      return reply.redirect(failedAt(error, null))
    }
  })

  app.get(oidcCallback, options, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    let flow: Flow | null = null
    try {
      const { state } = answered.pick({ state: true }).parse(request.query)
      const begun = await takeFlow(services, request, { state, callback: oidcCallback })
      flow = begun
      const provider = await services.contexts.work((ctx) => findUsable(services, ctx, begun.providerId))
      if (!provider) throw new Error('This provider may not sign anybody in')
      const answer = await answerOf(services, { flow: begun, provider }, answered.parse(request.query))
      await finishFlow(services, request, reply, { flow: begun, provider, answer })
      return reply.redirect(begun.returnTo)
    } catch (error) {
      noted(error)
      return reply.redirect(failedAt(error, flow))
    }
  })
}
