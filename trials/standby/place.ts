import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startS3Server } from '../../server/src/platform/storage/s3-server.testing.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { startSmtp } from '../../server/src/testing/smtp.ts'
import { startForwarder } from '../support/forwarder.ts'
import { startServer, until } from '../support/server.ts'

export type Place = Awaited<ReturnType<typeof startPlace>>

/** Settings as docs/servers.md prints them. */
const settings = { synchronous_standby_names: "'FIRST 1 (standby1)'", synchronous_commit: 'on' }

const portOf = (url: string) => Number(new URL(url).port)
const throughPort = (url: string, port: number, name?: string) => {
  const address = Object.assign(new URL(url), { port: String(port) })
  if (name) address.searchParams.set('application_name', name)
  return address.href
}

/** Starts two Deedbox servers behind one address, which reach a PostgreSQL with a synchronous standby through another address. */
export async function startPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'deedbox-standby-'))
  const [postgres, smtp, s3] = await Promise.all([
    startPostgres({ durable: true }),
    startSmtp(),
    startS3Server('deeds', 'AKTRIAL'),
  ])
  if (!postgres) throw new Error('This machine has no PostgreSQL')
  const primaryUrl = await postgres.createDatabase()
  const replication = await startForwarder([portOf(primaryUrl)])
  const standby = await postgres.startStandby(throughPort(postgres.url, replication.port, 'standby1'))
  const standbyUrl = standby.of(primaryUrl)
  const ask = async <T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<T>(sql)).rows
    } finally {
      await client.end()
    }
  }
  for (const [name, value] of Object.entries(settings))
    await ask(postgres.url, `alter system set ${name} = ${value}`)
  await ask(postgres.url, 'select pg_reload_conf()')
  const sync = `select from pg_stat_replication where application_name = 'standby1' and sync_state = 'sync'`
  await until(async () => (await ask(postgres.url, sync)).length === 1, 'the standby is synchronous')

  const database = await startForwarder([portOf(primaryUrl)])
  const front = await startForwarder([])
  const url = `http://127.0.0.1:${front.port}`
  const env = {
    DATABASE_URL: throughPort(primaryUrl, database.port),
    REPLICA_DATABASE_URL: standbyUrl,
    STORAGE_URL: `s3://AKTRIAL:secret@deeds?endpoint=${encodeURIComponent(s3.endpoint)}`,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: smtp.url,
    PUBLIC_URL: url,
    BREACH_RANGE_URL: 'http://127.0.0.1:9/',
  }
  const servers = await Promise.all(
    [1, 2].map((n) => {
      const own = join(folder, `server-${n}`)
      mkdirSync(own)
      return startServer({ ...env, DATA_DIR: own })
    }),
  )
  front.leadTo(...servers.map(({ port }) => port))
  return {
    url,
    primaryUrl,
    standbyUrl,
    /** Address of the standby, but of no database of Deedbox. */
    standbyPostgres: standby.of(postgres.url),
    storageUrl: env.STORAGE_URL,
    databaseUrl: env.DATABASE_URL,
    postgres,
    standby,
    smtp,
    s3,
    servers,
    /** The way of the log from the primary to the standby. */
    replication,
    /** The way of the servers to the database. */
    database,
    ask,
    leadToStandby: () => database.leadTo(portOf(standbyUrl)),
    async stop(): Promise<void> {
      await Promise.allSettled(servers.map((server) => server.kill()))
      for (const one of [front, database, replication]) one.stop()
      await smtp.stop()
      await s3.stop()
      await standby.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
