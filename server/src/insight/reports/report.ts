import { type Column as Field, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../kernel/context/actor.ts'

/** A column of a report: `value` in the database, `text` in a cell, `label` on a printed page. */
export type Column = {
  header: string
  value: SQL | Field
  text?: (value: string) => string
  label?: Readonly<Record<string, string>>
  /** Share of a page's width; null: in CSV only. */
  width: number | null
  right?: true
}

/** An audit report; the names, columns and words of the first three are the specification's (section 9). */
export type Report = {
  title: string
  /** Noun for a row, singular and plural. */
  noun: readonly [one: string, many: string]
  columns: readonly Column[]
  source: SQL
  where: SQL
  /** The time by which the period is applied and rows are sorted, newest first; then the key. */
  at: Field
  id: Field
  /** The column whose values are counted at the end. */
  counted: string
  /** The column that is added up at the end. */
  bytes?: Field
}

export type Scope = { actor: Actor; now: Date; timeZone: string }

/** Writes an instant as date and time in the deployment's time zone. */
export function local(instant: Field, timeZone: string): SQL {
  return sql`to_char(${instant} at time zone ${timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`
}
