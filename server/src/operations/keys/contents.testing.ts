import { createHash } from 'node:crypto'
import type { Database } from '../../db/client.ts'

/** Reads all rows of all tables, the jobs' too, as one hash. */
export async function contents({ query }: Pick<Database, 'query'>): Promise<string> {
  const { rows: tables } = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss', 'drizzle') order by 1`,
  )
  const hash = createHash('sha256')
  for (const { name } of tables) {
    const { rows } = await query(`select t::text as row from ${name} t order by 1`)
    hash.update(JSON.stringify(rows))
  }
  return hash.digest('hex')
}
