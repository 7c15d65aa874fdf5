import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { appPageAt, fileOfPage } from '@deedbox/contract/app-pages.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import type { watchMethods } from './methods.ts'

/** Answers 404 with the page 'Oops! Page not found', which the build has written. */
export const sendNotFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-cache').sendFile('pages/404.html')

/**
 * Serves the built web client: its files, and its pages at the addresses of the table. Other addresses are 404, with the
 * application's page that says so.
 */
export async function webRoutes(
  app: FastifyInstance,
  root: string | undefined,
  otherMethod: ReturnType<typeof watchMethods>,
): Promise<void> {
  const present = root !== undefined && existsSync(join(root, 'index.html'))
  if (present) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      preCompressed: true,
      // Files that are served at their own addresses: by site/ with their values filled in, and below.
      globIgnore: ['site/**', 'pages/**', 'index.html*'],
      setHeaders: (reply, path) => {
        // Names under assets/ hold the hash of their content.
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        // XML, of which the library names no charset (ASVS 5.0, 4.1.1).
        if (/\.svg(\.\w+)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8')
      },
    })
  }
  // Pages that the build has rendered with their title; all others start with the frame, which is in index.html.
  const prerendered = new Set(present ? globSync('pages/**/*.html', { cwd: root }) : [])
  app.setNotFoundHandler((request, reply) => {
    const answered = otherMethod(request, reply)
    if (answered) return answered
    const path = request.url.split('?')[0] ?? ''
    const page =
      ['GET', 'HEAD'].includes(request.method) &&
      !/^\/(api|auth|dev|assets|log|\.well-known)(\/|$)/.test(path)
    if (!present || !page) throw new Refusal('not-found')
    const at = appPageAt(path)
    if (!at) return sendNotFound(reply)
    const file = fileOfPage(at)
    return reply.header('cache-control', 'no-cache').sendFile(prerendered.has(file) ? file : 'index.html')
  })
}
