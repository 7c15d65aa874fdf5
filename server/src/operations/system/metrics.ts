import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { version } from '../../platform/version.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { exposition, expositionType, gauge, type Metric } from './prometheus.ts'
import { storedMetrics } from './stored-metrics.ts'

/** Milliseconds that gathering metrics may take: less than the 10 seconds after which Prometheus gives up. */
const patienceMs = 4_000

/** Compares hashes, so that neither the length nor the first difference shows in the time. */
function isToken(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}

const givenToken = ({ headers }: FastifyRequest) =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]

/** Serves GET /metrics for Prometheus, with METRICS_TOKEN only; without that it does not exist, and nothing is measured. */
export function metricsRoute(app: FastifyInstance, services: Services): void {
  const { metricsToken } = services.config
  if (metricsToken === undefined) {
    // The web client would otherwise answer with a page.
    app.get('/metrics', async () => {
      throw new Refusal('not-found')
    })
    return
  }
  const http = createHttpMetrics()
  const own = createProcessMetrics()
  app.addHook('onClose', async () => own.stop())
  app.addHook('onResponse', async (request, reply) => {
    http.observe(request.method, request.routeOptions.url, reply.statusCode, reply.elapsedTime)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isToken(givenToken(request) ?? '', metricsToken)) {
      reply.header('www-authenticate', 'Bearer')
      throw new Refusal('not-signed-in')
    }
    const stored = await fromDatabase(services, request.id)
    return reply
      .header('content-type', expositionType)
      .send(exposition([...own.metrics(), ...http.metrics(), ...parts(services), ...stored]))
  })
}

function parts({ database, renderer }: Services): Metric[] {
  return [
    gauge('deedbox_info', 'The version.', [{ labels: { version, database: database.kind }, value: 1 }]),
    gauge(
      'deedbox_database_connections',
      'Connections to the database by state; waiting: statements that wait for one.',
      Object.entries<number>(database.connections() ?? {}).map(([state, value]) => ({
        labels: { state },
        value,
      })),
    ),
    gauge(
      'deedbox_renderer_tasks',
      'Pages being drawn or read, and waiting for it.',
      Object.entries(renderer.load()).map(([state, value]) => ({ labels: { state }, value })),
    ),
  ]
}

/** Reads the figures of the database. The process still says how it is when that is away. */
async function fromDatabase(services: Services, requestId: string): Promise<Metric[]> {
  const up = (value: number) => gauge('deedbox_database_up', 'Whether the database answered.', value)
  const caller = { token: null, device: null, ip: null, userAgent: null, requestId }
  const measured = services.contexts
    .snapshot(caller, (ctx) => storedMetrics(services, ctx))
    .then((metrics) => [up(1), ...metrics])
    .catch(() => [up(0)])
  const late = Promise.withResolvers<Metric[]>()
  const timer = setTimeout(late.resolve, patienceMs, [up(0)])
  return Promise.race([measured, late.promise]).finally(() => clearTimeout(timer))
}
