import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import { callerOf, failedAt } from './finish.ts'
import { SamlFault } from './saml-xml.ts'

const answerBytes = 256 * 1024
const form = z.object({ SAMLResponse: z.string() })

/**
 * Serves what a SAML identity provider needs of us besides GET /api/oauth/start, which leads to it: GET /api/saml/metadata tells it who we
 * are; its page posts the answer to POST /api/saml/acs (the only call that another site's page may make), which leads on to GET
 * /api/oauth/callback. Only there do the browser's cookies come along, so that only the browser that began is signed in.
 */
export function samlRoutes(app: FastifyInstance, services: Services, rateLimitFactor: number): void {
  const rateLimit = { max: 60 * rateLimitFactor, timeWindow: '1 minute' }
  // Loaded when needed: it brings XML with it.
  const saml = () => import('./saml.ts')

  async function note(request: FastifyRequest, error: unknown): Promise<void> {
    const step = error instanceof SamlFault ? error.step : undefined
    services.logger.warn({ step, error: loggable(error) }, 'an answer of a SAML provider was refused')
    if (step === undefined) return
    await services.contexts.transact(strangerOf(request), (ctx) =>
      ctx.audit({ event: 'sign_in_failed', actor: null, details: { step: 'SAML', fault: step } }),
    )
  }
  const strangerOf = (request: FastifyRequest) => ({
    ...callerOf(services, request),
    token: null,
    device: null,
  })

  app.register(async (forms) => {
    forms.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    )
    const config = { rateLimit, crossSite: true }
    forms.post('/api/saml/acs', { bodyLimit: answerBytes, config }, async (request, reply) => {
      let target: string
      try {
        const sent = form.safeParse(request.body)
        if (!sent.success) throw new SamlFault('no answer in the form')
        const { takeAnswer } = await saml()
        const { next, refused } = await takeAnswer(services, strangerOf(request), sent.data.SAMLResponse)
        // The way ends where it would have ended, for the screens or for a client of the API.
        if (refused) await note(request, refused)
        target = next
      } catch (error) {
        await note(request, error)
        target = failedAt(error, null)
      }
      return reply.header('cache-control', 'no-store').redirect(target, 303)
    })
  })

  app.get(
    '/api/saml/metadata',
    { exposeHeadRoute: false, config: { rateLimit } },
    async (_request, reply) => {
      const { ourMetadata } = await saml()
      return reply.type('application/samlmetadata+xml; charset=utf-8').send(ourMetadata(services))
    },
  )
}
