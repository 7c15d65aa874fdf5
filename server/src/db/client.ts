import { AsyncLocalStorage } from 'node:async_hooks'
import {
  createTableRelationsHelpers,
  type ExtractTablesWithRelations,
  extractTablesRelationalConfig,
} from 'drizzle-orm'
import {
  PgDatabase,
  PgDialect,
  type PgQueryResultHKT,
  PgTransaction,
  type PgTransactionConfig,
} from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { NoRoomError } from '../platform/room.ts'
import { marked } from './away.ts'
import type { Connection, Driver, Listener, Row, Rows } from './driver.ts'
import type { EmbeddedOptions } from './embedded.ts'

interface Result<R> extends Rows<R> {
  rowCount: number | null
}
interface ResultHKT extends PgQueryResultHKT {
  type: Result<this['row']>
}

type Tables = Record<string, unknown>
export type Drizzle<T extends Tables = Tables> = PgDatabase<ResultHKT, T, ExtractTablesWithRelations<T>>
export type Tx<T extends Tables = Tables> = PgTransaction<ResultHKT, T, ExtractTablesWithRelations<T>>

export interface Database<T extends Tables = Tables> {
  kind: 'postgres' | 'pglite'
  /**
   * Drizzle on whichever database this is. Inside {@link transaction} every statement of it joins that transaction,
   * also one sent by a library: on the embedded database, which has one connection, anything else would deadlock.
   */
  db: Drizzle<T>
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. Within another transaction
   * (of the same asynchronous context) it joins that one; a joined `work` that throws makes the outer one roll back, even
   * if someone catches the error: half of a unit of work is never committed. `tx` fails once the transaction is over.
   */
  transaction<R>(work: (tx: Tx<T>) => Promise<R>, config?: PgTransactionConfig): Promise<R>
  /** Calls `then` after the current transaction commits; at once if there is none; never after a rollback. */
  afterCommit(then: () => void): void
  /**
   * A statement in SQL, for the few that run often: with a name it is prepared once for each connection.
   * timestamptz comes as Date, bigint as number, date as 'YYYY-MM-DD'. Joins the current transaction too.
   */
  query<R = Row>(text: string, values?: readonly unknown[], options?: { name?: string }): Promise<Rows<R>>
  /** Runs several statements in one text, without values: one result for each. */
  exec(text: string): Promise<Rows[]>
  /** Listens to what committed transactions announce on a channel (NOTIFY), here or on other servers, until the returned function is called. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  /** Tells whether there is disk space for changes. Without it they are refused, and jobs wait. */
  hasRoom(): boolean
  /** Connections of the pool, and statements that wait for one; null for the embedded database. */
  connections(): { open: number; idle: number; waiting: number } | null
  /** Resolves if the database answers and accepts changes; otherwise throws. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions<T extends Tables> {
  /** A PostgreSQL server; without it the embedded database in `<dataDir>/database`. */
  databaseUrl?: string | undefined
  /** State: that server may follow another one; otherwise it is as if it were away while it does. */
  standby?: boolean
  dataDir: string
  logger: Logger
  embedded?: EmbeddedOptions
  /** The tables and relations, for `db.query`. */
  schema?: T
}

interface Scope {
  connection: Connection
  open: boolean
  failed?: { error: unknown }
  afterCommit: (() => void)[]
}

/** Opens the database and loads only the driver it needs. Does not migrate. */
export async function openDatabase<T extends Tables = Tables>(
  options: DatabaseOptions<T>,
): Promise<Database<T>> {
  const { databaseUrl, standby, dataDir, logger, embedded, schema } = options
  const driver = databaseUrl
    ? (await import('./postgres.ts')).openPostgres(databaseUrl, logger, standby)
    : await (await import('./pglite.ts')).openPglite(dataDir, embedded)
  return onDriver(driver, logger, schema)
}

/** Marks errors of the database itself, in one place for both kinds: see {@link marked}. */
function marking(inner: Connection, kind: Driver['kind']): Connection {
  const fail = (error: unknown) => Promise.reject(marked(error, kind))
  return {
    raw: (...call) => inner.raw(...call).catch(fail),
    query: (...call) => inner.query(...call).catch(fail),
    exec: (text) => inner.exec(text).catch(fail),
  }
}

/** Builds the database on an open driver: routes every statement to the current transaction, if there is one. */
export function onDriver<T extends Tables = Tables>(driver: Driver, logger: Logger, schema?: T): Database<T> {
  const root = marking(driver, driver.kind)
  const scopes = new AsyncLocalStorage<Scope>()
  // Work that was started in a transaction and not awaited may still see its scope after the end: it no longer joins.
  const current = () => {
    const scope = scopes.getStore()
    return scope?.open ? scope : undefined
  }
  const route = () => current()?.connection ?? root
  const strictly = () => {
    const scope = current()
    if (!scope)
      throw new Error('This transaction is over: a statement was sent after its end, or from outside of it')
    return scope.connection
  }

  const transaction: Database<T>['transaction'] = async (work, config) => {
    const outer = current()
    if (outer) {
      try {
        return await work(tx)
      } catch (error) {
        outer.failed ??= { error }
        throw error
      }
    }
    const afterCommit: Scope['afterCommit'] = []
    const begun = driver.begin((connection) => {
      const scope: Scope = { connection: marking(connection, driver.kind), open: true, afterCommit }
      return scopes.run(scope, async () => {
        try {
          if (config) await tx.setTransaction(config)
          const value = await work(tx)
          if (scope.failed) throw scope.failed.error
          return value
        } finally {
          scope.open = false
        }
      })
    })
    const result = await begun.catch((error: unknown) => Promise.reject(marked(error, driver.kind)))
    for (const then of afterCommit) {
      try {
        then()
      } catch (error) {
        logger.error(
          { error: error instanceof Error ? error.name : 'unknown' },
          'a step after a commit failed',
        )
      }
    }
    return result
  }

  type Config = ExtractTablesWithRelations<T>
  class JoiningDatabase extends PgDatabase<ResultHKT, T, Config> {
    override transaction = transaction
  }
  class JoiningTransaction extends PgTransaction<ResultHKT, T, Config> {
    override transaction = transaction
  }
  const dialect = new PgDialect()
  const relational = schema && extractTablesRelationalConfig(schema, createTableRelationsHelpers)
  const tables = relational && {
    fullSchema: schema,
    schema: relational.tables as Config,
    tableNamesMap: relational.tableNamesMap,
  }
  const session = (to: () => Connection) => driver.session(to, dialect, tables)
  const db = new JoiningDatabase(dialect, session(route), tables)
  const tx = new JoiningTransaction(dialect, session(strictly), tables)

  return {
    kind: driver.kind,
    db,
    transaction,
    afterCommit: (then) => {
      const scope = current()
      if (scope) scope.afterCommit.push(then)
      else then()
    },
    query: <R>(...call: Parameters<Connection['query']>) => route().query(...call) as Promise<Rows<R>>,
    exec: (text) => route().exec(text),
    listen: (channel, listener) => driver.listen(channel, listener),
    hasRoom: () => driver.hasRoom(),
    connections: () => driver.connections(),
    check: async () => {
      const { rows } = await root.query("select current_setting('transaction_read_only') as fixed")
      if (!driver.hasRoom()) throw new NoRoomError('There is no room for changes')
      if (rows[0]?.fixed === 'on') throw new Error('The database takes no changes')
    },
    close: () => driver.close(),
  }
}
