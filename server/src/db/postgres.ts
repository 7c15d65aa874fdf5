import { NodePgSession } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Connection, Driver } from './driver.ts'
import { listenOn } from './postgres-listen.ts'

const TIMEOUT_MS = 30_000

// Numbers as numbers (beyond 2^53 as bigint) and dates as text, as the embedded database returns them.
pg.types.setTypeParser(pg.types.builtins.INT8, (value) => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : BigInt(value)
})
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

type Call = Parameters<pg.Pool['query']>

function connection(client: pg.Pool | pg.PoolClient): Connection {
  const raw = (...call: unknown[]) =>
    client.query(...(call as unknown as Call)) as unknown as Promise<unknown>
  return {
    raw,
    query: (text, values, options) =>
      client.query({ text, values: values ? [...values] : undefined, ...options } as pg.QueryConfig),
    exec: async (text) => [(await raw(text)) as pg.QueryResult].flat(),
  }
}

/** Runs one statement at a time: node-postgres warns when it has to queue them itself. */
function serial(inner: Connection): Connection {
  let last: Promise<unknown> = Promise.resolve()
  const next = <T>(run: () => Promise<T>): Promise<T> => {
    const result = last.then(run, run)
    last = result
    return result
  }
  return {
    raw: (...call) => next(() => inner.raw(...call)),
    query: (...call) => next(() => inner.query(...call)),
    exec: (text) => next(() => inner.exec(text)),
  }
}

/** Keeps the first error of a statement: whoever caught it hid why the transaction cannot be committed. */
function remembering(inner: Connection): { connection: Connection; failed: () => unknown } {
  let first: unknown
  const note = (error: unknown) => {
    first ??= error
    throw error
  }
  return {
    connection: {
      raw: (...call) => inner.raw(...call).catch(note),
      query: (...call) => inner.query(...call).catch(note),
      exec: (text) => inner.exec(text).catch(note),
    },
    failed: () => first,
  }
}

/** Refuses a standby: its answers may be older than what was acknowledged, so the database is never one. */
async function refuseStandby(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
  if (rows[0]?.follows)
    throw Object.assign(
      new Error('This server is a standby: the address must lead to the one that takes writes'),
      {
        code: '25006',
      },
    )
}

/**
 * Opens a pool of connections to the PostgreSQL server at `url`. It connects at the first statement, not here. A server that follows
 * another one is refused as if it were away, unless `standby` is expected there.
 */
export function openPostgres(url: string, logger: Logger, standby = false): Driver {
  const each = {
    connectionString: url,
    application_name: 'deedbox',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  }
  const pool = new pg.Pool({
    ...each,
    max: 16,
    idleTimeoutMillis: 60_000,
    statement_timeout: TIMEOUT_MS,
    idle_in_transaction_session_timeout: TIMEOUT_MS,
    // Queries that read little are compiled for seconds when the planner expects them to read much. A part of a table that is read
    // without an order is its beginning: the same rows each time, and in memory.
    options: '-c timezone=UTC -c jit=off -c synchronize_seqscans=off',
    ...(!standby && {
      verify: (client, done) => void refuseStandby(client).then(() => done(), done),
    }),
  })
  let closing = false
  // A lost server would end this process if nothing listened; the pool replaces the connection itself.
  const lost = (error: Error) => {
    const code = 'code' in error ? error.code : undefined
    if (!closing) logger.warn({ code }, 'a database connection was lost')
  }
  pool.on('error', lost)
  // The pool listens to idle connections only: one may also be lost between the statements of a transaction.
  pool.on('connect', (client) => client.on('error', lost))

  return {
    kind: 'postgres',
    // A server reports a full disk itself.
    hasRoom: () => true,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ...connection(pool),
    async begin(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        const statements = remembering(connection(client))
        const result = await work(serial(statements.connection))
        const { command } = await client.query('commit')
        // PostgreSQL answers COMMIT with ROLLBACK when a statement of the transaction failed.
        if (command !== 'COMMIT')
          throw new Error('The transaction was rolled back: one of its statements had failed', {
            cause: statements.failed(),
          })
        return result
      } catch (error) {
        await client.query('rollback').catch((fault: Error) => {
          broken = fault
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    listen: (channel, listener) => listenOn(each, channel, listener, logger),
    session: (route, dialect, schema) =>
      new NodePgSession(
        { query: (...call: unknown[]) => route().raw(...call) } as unknown as pg.Pool,
        dialect,
        schema,
      ),
    close: () => {
      closing = true
      return pool.end()
    },
  }
}
