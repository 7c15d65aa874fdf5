import type { PGlite, Results, Transaction } from '@electric-sql/pglite'
import { PgliteSession } from 'drizzle-orm/pglite'
import type { Connection, Driver, Row } from './driver.ts'
import { openEmbedded, type SyncCounts } from './embedded.ts'
import { type Prepared, prepare } from './prepared.ts'

/** `rowCount` as node-postgres has it, so that whoever reads it need not know which database it is. */
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

/** The embedded database in `<dataDir>/database` as a driver; see {@link openEmbedded}. */
export async function openPglite(dataDir: string): Promise<Driver & { syncs: SyncCounts }> {
  const { pglite, syncs, close } = await openEmbedded(dataDir)
  const prepared = prepare(pglite)
  // Outside of a transaction a statement waits for its turn; inside, the transaction has it.
  const root = connection(pglite, (...call) => pglite._runExclusiveTransaction(() => prepared(...call)))
  return {
    kind: 'pglite',
    syncs,
    ...root,
    exec: async (text) => {
      try {
        return await root.exec(text)
      } catch (error) {
        // There is but one connection: a BEGIN in the text must not stay open in it.
        await pglite.exec('rollback')
        throw error
      }
    },
    begin: (work) => pglite.transaction((transaction) => work(connection(transaction, prepared))),
    session: (route, dialect, schema) =>
      new PgliteSession(
        { query: (...call: unknown[]) => route().raw(...call) } as unknown as PGlite,
        dialect,
        schema,
      ),
    close,
  }
}
