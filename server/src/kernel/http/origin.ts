import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another site's page posts this, so it must not rely on cookies nor set any. */
    crossSite?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests for a host that is not ours (DNS rebinding) and changes sent by another site's page (Fetch metadata
 * and Origin, RFC 6454). Callers that are not browsers send neither header and no cookie.
 * Calls with an Authorization header may come from anywhere: no browser adds it by itself, and their cookies are ignored.
 */
export function createOriginCheck(publicUrl: string | undefined, host: string) {
  const hosts = publicUrl ? [new URL(publicUrl).host] : undefined
  const isOurs = (name: string) =>
    hosts ? hosts.includes(name) : [...loopbackNames, host].includes(name.replace(/:\d+$/, ''))
  return (request: FastifyRequest): void => {
    const name = request.headers.host ?? ''
    // Machines ask these by whatever name they know this server.
    const machine = request.url === '/api/health' || request.url === '/metrics'
    if (!isOurs(name) && !machine) throw new Refusal('wrong-origin')
    if (safeMethods.has(request.method) || request.headers.authorization !== undefined) return
    if (request.routeOptions.config.crossSite) return
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('wrong-origin')
    const { origin } = request.headers
    if (origin === undefined) return
    const allowed = publicUrl ? new URL(publicUrl).origin : `http://${name}`
    if (origin !== allowed) throw new Refusal('wrong-origin')
  }
}
