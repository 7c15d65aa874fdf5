import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { startSmtp } from '../../server/src/testing/smtp.ts'
import { startHaproxy } from './haproxy.ts'
import { type Server, startServer } from './server.ts'
import { startSwift } from './swift.ts'

/**
 * Seconds of draining, so that HAProxy, which looks once a second and believes the second answer, sends nothing more to a server that
 * stops.
 */
const drainSeconds = 5
export const metricsToken = 'a-token-for-the-trials'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts HAProxy in front of three Deedbox servers on one PostgreSQL and one Swift, all of them at once on an empty database. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'deedbox-cluster-'))
  const [postgres, smtp, swift] = await Promise.all([
    startPostgres({ durable: true }),
    startSmtp(),
    startSwift(folder),
  ])
  if (!postgres) throw new Error('This machine has no PostgreSQL')
  const databaseUrl = await postgres.createDatabase()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: databaseUrl,
    STORAGE_URL: await swift.bucket('deeds'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: smtp.url,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: `${drainSeconds}`,
    METRICS_TOKEN: metricsToken,
    BREACH_RANGE_URL: 'http://127.0.0.1:9/',
  }
  const ports = await Promise.all([1, 2, 3].map(freePort))
  const begin = (n: number): Promise<Server> => {
    const own = join(folder, `server-${n}`)
    mkdirSync(own, { recursive: true })
    return startServer({ ...env, DATA_DIR: own, PORT: String(ports[n]) })
  }
  const servers = await Promise.all([0, 1, 2].map(begin))
  const haproxy = await startHaproxy(folder, port, ports)
  return {
    url,
    databaseUrl,
    postgres,
    smtp,
    servers,
    folder,
    drainSeconds,
    /** Returns the server with this number. */
    server(n: number): Server {
      const chosen = servers[n]
      if (!chosen) throw new Error(`There is no server ${n}`)
      return chosen
    },
    /** Starts the server with this number again. */
    async startAgain(n: number): Promise<void> {
      servers[n] = await begin(n)
    },
    async stop(): Promise<void> {
      await haproxy.stop()
      await Promise.allSettled(servers.map((server) => server.kill()))
      await smtp.stop()
      await swift.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
