import type { PGlite, Results, Transaction } from '@electric-sql/pglite'
import { PgliteSession } from 'drizzle-orm/pglite'
import type { Connection, Driver } from './driver.ts'
import { openEmbedded, type SyncCounts } from './embedded.ts'

/** `rowCount` as node-postgres has it, so that whoever reads it need not know which database it is. */
function counted<T>(result: Results<T>): Results<T> & { rowCount: number } {
  return Object.assign(result, { rowCount: result.affectedRows || result.rows.length })
}

function connection(client: PGlite | Transaction): Connection {
  return {
    raw: async (...call) => counted(await client.query(...(call as Parameters<PGlite['query']>))),
    query: async (text, values) =>
      counted(await client.query<Record<string, unknown>>(text, values && [...values])),
    exec: async (text) => (await client.exec(text)) as Results<Record<string, unknown>>[],
  }
}

/** The embedded database in `<dataDir>/database` as a driver; see {@link openEmbedded}. */
export async function openPglite(dataDir: string): Promise<Driver & { syncs: SyncCounts }> {
  const { pglite, syncs, close } = await openEmbedded(dataDir)
  const root = connection(pglite)
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
    begin: (work) => pglite.transaction((transaction) => work(connection(transaction))),
    session: (route, dialect, schema) =>
      new PgliteSession(
        { query: (...call: unknown[]) => route().raw(...call) } as unknown as PGlite,
        dialect,
        schema,
      ),
    close,
  }
}
