import pg from 'pg'

/** Counter of the blocks of 8 kB that PostgreSQL looks at for some work: unlike time, this does not depend on how busy the machine is. */
export type Blocks = { of(work: () => Promise<unknown>): Promise<number>; end(): Promise<void> }

/** Needs the extension pg_stat_statements and its library (`shared_preload_libraries`); undefined where there is none. */
export async function countBlocks(databaseUrl: string): Promise<Blocks | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const seen = async () => {
    const { rows } = await client.query<{ blocks: string }>(
      `select coalesce(sum(shared_blks_hit + shared_blks_read + temp_blks_read), 0) as blocks from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%'`,
    )
    return Number(rows[0]?.blocks)
  }
  try {
    await client.query('create extension if not exists pg_stat_statements')
    await seen()
  } catch {
    await client.end()
    return undefined
  }
  const once = async (work: () => Promise<unknown>) => {
    const before = await seen()
    await work()
    return (await seen()) - before
  }
  return {
    // Jobs run beside: the least of several is the work's own.
    of: async (work) => Math.min(await once(work), await once(work)),
    end: () => client.end(),
  }
}
