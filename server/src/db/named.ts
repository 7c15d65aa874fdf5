import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'

const dialect = new PgDialect()
const names = new Map<string, string>()

/** Renders a part without values once: rendering a column list takes longer than running the statement. */
export const frozen = (part: SQL): SQL => sql.raw(dialect.sqlToQuery(part).sql)

/**
 * Runs a statement. With `prepared` it is planned once for each connection, under a name derived from its text: for the
 * few statements that run often, have few variants, and for which one plan suits all values.
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
