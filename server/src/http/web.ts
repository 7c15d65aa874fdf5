import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../platform/errors.ts'
import type { watchMethods } from './methods.ts'

/** Serves the built web client: every address that is not a file or an API call is one of its pages. */
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
      // Served by site/ with their values filled in.
      globIgnore: ['site/**'],
      setHeaders: (reply, path) => {
        // Names under assets/ hold the hash of their content.
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  // Pages prerendered by the build; all others start empty.
  const prerendered = new Set(present ? globSync('pages/**/*.html', { cwd: root }) : [])
  app.setNotFoundHandler((request, reply) => {
    const answered = otherMethod(request, reply)
    if (answered) return answered
    const path = request.url.split('?')[0] ?? ''
    const page = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|auth|dev|assets)(\/|$)/.test(path)
    if (!present || !page) throw new Refusal('not-found')
    const file = `pages/${path.slice(1) || 'index'}.html`
    return reply.header('cache-control', 'no-cache').sendFile(prerendered.has(file) ? file : 'index.html')
  })
}
