import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillPage, isShown, publicPages } from '@deedbox/contract/site.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendNotFound } from '../../kernel/http/web.ts'
import type { Services } from '../../kernel/services.ts'
import { webManifest } from './manifest.ts'
import { robotsTxt, securityTxt, sitemapXml } from './robots.ts'
import { prepare, type Served, sendServed } from './served.ts'
import { siteValues } from './values.ts'

/** Names that the public pages give to those who check that people are no robots. */
const captchaNames = { turnstile: 'Cloudflare', hcaptcha: 'hCaptcha' }

/**
 * Serves the public pages (ADR 20): built files whose slots are filled with the deployment's settings, kept compressed until a value
 * changes.
 */
export function siteRoutes(
  app: FastifyInstance,
  services: Pick<Services, 'settings' | 'clock' | 'auth' | 'place' | 'config'>,
  webRoot: string | undefined,
): void {
  if (!webRoot || !existsSync(join(webRoot, 'site'))) return
  const { settings, clock, auth, place, config } = services
  const captcha = config.captcha ? captchaNames[config.captcha.provider] : ''
  const publicUrl = () => place().publicUrl.replace(/\/$/, '')
  const now = () => new Date(Date.now() + clock.shiftMs)
  const kept = new Map<string, { made: string; served: Promise<Served> }>()

  for (const page of publicPages) {
    const { path } = page
    const template = readFileSync(join(webRoot, 'site', `${path.slice(1) || 'index'}.html`), 'utf8')
    const show = async (request: FastifyRequest, reply: FastifyReply) => {
      const session = auth.readToken(request.headers.cookie) !== null
      const values = siteValues(await settings.latest(), {
        publicUrl: publicUrl(),
        now: now(),
        session,
        captcha,
      })
      if (!isShown(page, values)) {
        if (path === '/') return reply.redirect(session ? '/dashboard' : '/login')
        return sendNotFound(reply)
      }
      const key = `${path} ${session}`
      const made = JSON.stringify(values)
      let filled = kept.get(key)
      if (filled?.made !== made) {
        filled = { made, served: prepare(fillPage(template, values)) }
        kept.set(key, filled)
      }
      return sendServed(request, reply, await filled.served)
    }
    app.get(path, show)
    // The page's script reads the code.
    if (path === '/check') app.get('/check/:code', show)
  }

  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { supportEmail } = await settings.latest()
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(securityTxt(publicUrl(), supportEmail, now()))
  })
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { deploymentName } = await settings.latest()
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(webManifest(deploymentName))
  })
  app.get('/robots.txt', async (_request, reply) => {
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(robotsTxt(publicUrl(), await settings.latest()))
  })
  app.get('/sitemap.xml', async (_request, reply) => {
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(sitemapXml(publicUrl(), await settings.latest()))
  })
}
