import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { openApiDocument } from './document.ts'
import { referencePage } from './page.ts'
import { tags } from './tags.ts'

const nobody = { token: null, device: null, ip: null, userAgent: null, requestId: null }

/** Serves GET /api/openapi.json and GET /api/docs, made on request so that they cost nothing at start. */
export function openApiRoutes(app: FastifyInstance, { contexts, auth, config }: Services): void {
  app.get('/api/openapi.json', async () => {
    const { deploymentName, supportEmail } = await contexts.read(nobody, async ({ settings }) => settings)
    return openApiDocument({
      name: deploymentName,
      supportEmail,
      cookieName: auth.cookieName,
      authApi: config.authApi,
    })
  })
  app.get('/api/docs', async (request, reply) => {
    const { tag } = request.query as { tag?: unknown }
    const known = tags.find(({ name }) => name === tag)
    return reply.type('text/html; charset=utf-8').send(referencePage(known?.name))
  })
}
