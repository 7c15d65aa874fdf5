import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'

const dialect = new PgDialect()
const names = new Map<string, string>()

/** A part without values, written once: to write out a column takes longer than to find it in the database. */
export const frozen = (part: SQL): SQL => sql.raw(dialect.sqlToQuery(part).sql)

/**
 * Runs a statement. One that is `prepared` is planned once for each connection, under a name made of its text: for the
 * few that are hot, have few forms, and for which one plan suits all values.
 */
export async function run<Row>(
  { query }: Pick<Database, 'query'>,
  statement: SQL,
  { prepared }: { prepared: boolean },
): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  const { rows } = await query<Row>(text, params, prepared ? { name: nameOf(text) } : {})
  return rows
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `deedbox_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  names.set(text, name)
  return name
}
