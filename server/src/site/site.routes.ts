import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillPage, publicPages } from '@deedbox/contract/site.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { robotsTxt, sitemapXml } from './robots.ts'
import { prepare, type Served, sendServed } from './served.ts'
import { siteValues } from './values.ts'

/**
 * The public pages (ADR 20): built files whose slots are filled with the deployment's settings, kept compressed until a
 * value changes. `notFound` answers with the application's page for addresses that do not exist.
 */
export function siteRoutes(
  app: FastifyInstance,
  services: Pick<Services, 'settings' | 'clock' | 'auth' | 'place'>,
  webRoot: string | undefined,
): void {
  if (!webRoot || !existsSync(join(webRoot, 'site'))) return
  const { settings, clock, auth, place } = services
  const publicUrl = () => place().publicUrl.replace(/\/$/, '')
  const now = () => new Date(Date.now() + clock.shiftMs)
  const kept = new Map<string, { made: string; served: Promise<Served> }>()

  for (const { path, marketing } of publicPages) {
    const template = readFileSync(join(webRoot, 'site', `${path.slice(1) || 'index'}.html`), 'utf8')
    app.get(path, async (request, reply) => {
      const session = auth.readToken(request.headers.cookie) !== null
      const values = siteValues(await settings.latest(), { publicUrl: publicUrl(), now: now(), session })
      if (marketing && !values.marketing) {
        if (path === '/') return reply.redirect(session ? '/dashboard' : '/login')
        return reply.code(404).header('cache-control', 'no-cache').sendFile('index.html')
      }
      const key = `${path} ${session}`
      const made = JSON.stringify(values)
      let page = kept.get(key)
      if (page?.made !== made) {
        page = { made, served: prepare(fillPage(template, values)) }
        kept.set(key, page)
      }
      return sendServed(request, reply, await page.served)
    })
  }

  app.get('/robots.txt', async (_request, reply) => {
    const { marketingPages } = await settings.latest()
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(robotsTxt(publicUrl(), marketingPages))
  })
  app.get('/sitemap.xml', async (_request, reply) => {
    const { marketingPages } = await settings.latest()
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(sitemapXml(publicUrl(), marketingPages))
  })
}
