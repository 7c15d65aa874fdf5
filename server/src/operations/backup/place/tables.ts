import type { Database } from '../../../db/client.ts'

/**
 * Tables whose rows are no part of a copy: sessions, and what belongs to one, end with a restore, and would let in whoever has the backup key; uploads
 * could not go on without their parts, which are no content; the others say what a process is doing now, or how often
 * somebody came in the last minutes.
 */
const LEFT_OUT = [
  'sessions',
  'refresh_tokens',
  'push_subscriptions',
  'uploads',
  'backup_lock',
  'restores',
  'rate_counts',
]

/** `columns`: those that are stored, not computed. */
export type Table = { name: string; columns: string[] }

/** Lists the tables of the deployment that a copy holds. */
export async function tablesOf({ query }: Pick<Database, 'query'>): Promise<Table[]> {
  const { rows } = await query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  )
  return rows
}

/** Returns the name of a table or column in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
