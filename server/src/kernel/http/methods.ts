import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/errors.ts'

/**
 * Collects the methods of every route under /api and /auth. The returned function answers a method that a route does not have: 405, or 204
 * for OPTIONS, with the methods that it has. It returns undefined for unknown routes.
 */
export function watchMethods(app: FastifyInstance) {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!/^\/(api|auth)\//.test(url)) return
    const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
    const known = routes.get(url) ?? { pattern, methods: new Set(['OPTIONS']) }
    for (const name of [method].flat()) known.methods.add(name)
    routes.set(url, known)
  })
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = [...routes.values()].flatMap((route) =>
      route.pattern.test(path) ? [...route.methods] : [],
    )
    if (methods.length === 0) return undefined
    reply.header('allow', [...new Set(methods)].sort().join(', '))
    if (request.method !== 'OPTIONS') throw new Refusal('method-not-allowed')
    return reply.code(204).send()
  }
}
