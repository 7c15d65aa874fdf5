import type { PGlite, Results, Transaction } from '@electric-sql/pglite'
import { PgliteSession } from 'drizzle-orm/pglite'
import type { Connection, Driver, Row } from './driver.ts'
import { type EmbeddedOptions, openEmbedded, type SyncCounts } from './embedded.ts'
import { type Prepared, prepare } from './prepared.ts'

/** Adds `rowCount`, as node-postgres has it, so that callers need not know which database it is. */
function counted<T>(result: Results<T>): Results<T> & { rowCount: number } {
  return Object.assign(result, { rowCount: result.affectedRows || result.rows.length })
}

function connection(client: PGlite | Transaction, prepared: Prepared): Connection {
  return {
    raw: async (...call) => counted(await client.query(...(call as Parameters<PGlite['query']>))),
    query: async (text, values = [], { name } = {}) =>
      counted(name ? await prepared(name, text, values) : await client.query<Row>(text, [...values])),
    exec: async (text) => (await client.exec(text)) as Results<Row>[],
  }
}

/**
 * Makes tables that earlier versions made unlogged ordinary ones: after a power cut PostgreSQL may find one of the two files of
 * such a table, and the start would fail once.
 */
async function logUnlogged(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relpersistence = 'u' and relkind = 'r'",
  )
  for (const { name } of rows) await pglite.exec(`alter table ${name} set logged`)
}

/**
 * Opens the embedded database in `<dataDir>/database` as a driver; see {@link openEmbedded}. Without disk space the session is read-only:
 * PostgreSQL itself refuses changes by requests, jobs and libraries before it writes.
 */
export async function openPglite(
  dataDir: string,
  options?: EmbeddedOptions,
): Promise<Driver & { syncs: SyncCounts }> {
  const { pglite, syncs, hasRoom, answered, close } = await openEmbedded(dataDir, options)
  await logUnlogged(pglite)
  const prepared = prepare(pglite)
  // Outside a transaction a statement waits for the lock; inside, the transaction holds it.
  const root = connection(pglite, (...call) => pglite._runExclusiveTransaction(() => prepared(...call)))
  let readOnly = false
  const withRoom = async <T>(work: () => Promise<T>): Promise<T> => {
    const full = !hasRoom()
    if (full !== readOnly) {
      readOnly = full
      await pglite.query(`set default_transaction_read_only = ${full ? 'on' : 'off'}`)
    }
    return work().finally(answered)
  }
  return {
    kind: 'pglite',
    syncs,
    hasRoom,
    connections: () => null,
    raw: (...call) => withRoom(() => root.raw(...call)),
    query: (...call) => withRoom(() => root.query(...call)),
    exec: (text) =>
      withRoom(async () => {
        try {
          return await root.exec(text)
        } catch (error) {
          // The connection is the only one: a BEGIN in the text must not stay open on it.
          await pglite.exec('rollback')
          throw error
        }
      }),
    begin: (work) =>
      withRoom(() => pglite.transaction((transaction) => work(connection(transaction, prepared)))),
    // The one connection is this process: nothing is ever missed.
    listen: async (channel, { heard }) => {
      const stop = await pglite.listen(channel, heard)
      return () => stop()
    },
    session: (route, dialect, schema) =>
      new PgliteSession(
        { query: (...call: unknown[]) => route().raw(...call) } as unknown as PGlite,
        dialect,
        schema,
      ),
    close,
  }
}
