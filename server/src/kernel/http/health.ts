import type { FastifyInstance } from 'fastify'
import { troubleOf } from '../../db/away.ts'
import { version } from '../../platform/version.ts'
import type { Services } from '../services.ts'

/** A part that takes longer to answer counts as failed. */
const TIMEOUT_MS = 3_000

/**
 * Serves GET /api/health: 200 if the database answers and accepts changes and the store can be used; 503 otherwise, and while this server
 * is stopping.
 */
export function healthRoutes(
  app: FastifyInstance,
  { database, auditTrail, storage, logger, lifecycle }: Services,
): void {
  /** Runs one check of a part at a time, so that a part that hangs is not asked again and again. */
  const part = (name: string, check: () => Promise<void>) => {
    let running: Promise<string> | undefined
    const state = async () => {
      try {
        await check()
        return 'ok'
      } catch (error) {
        logger.warn({ part: name, error: error instanceof Error ? error.name : 'unknown' }, 'not healthy')
        return troubleOf(error) === 'full' ? 'full' : 'failed'
      } finally {
        running = undefined
      }
    }
    return async () => {
      running ??= state()
      const late = Promise.withResolvers<string>()
      const timer = setTimeout(late.resolve, TIMEOUT_MS, 'failed')
      return Promise.race([running, late.promise]).finally(() => clearTimeout(timer))
    }
  }
  const checkDatabase = part('database', () => database.check())
  const checkStorage = part('storage', () => storage.check())

  app.get('/api/health', async (_request, reply) => {
    const [db, store] = await Promise.all([checkDatabase(), checkStorage()])
    const { stopping } = lifecycle
    const healthy = db === 'ok' && store === 'ok'
    return reply
      .code(healthy && !stopping ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: stopping ? 'stopping' : healthy ? 'ok' : 'unavailable',
        version,
        database: db,
        storage: store,
        auditTrail,
      })
  })
}
