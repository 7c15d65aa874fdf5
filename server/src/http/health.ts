import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { version } from '../version.ts'

/** GET /api/health: 200 once the database answers and the store can be used; 503 otherwise. */
export function healthRoutes(app: FastifyInstance, { database, storage, logger }: Services): void {
  const state = async (name: string, check: () => Promise<void>) => {
    try {
      await check()
      return 'ok'
    } catch (error) {
      logger.warn({ part: name, error: error instanceof Error ? error.name : 'unknown' }, 'not healthy')
      return 'failed'
    }
  }
  app.get('/api/health', { exposeHeadRoute: false }, async (_request, reply) => {
    const [db, store] = await Promise.all([
      state('database', () => database.check()),
      state('storage', () => storage.check()),
    ])
    const healthy = db === 'ok' && store === 'ok'
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: healthy ? 'ok' : 'unavailable', version, database: db, storage: store })
  })
}
