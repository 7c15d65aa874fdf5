import { countedTo, type Total } from '@deedbox/contract/total.ts'
import { type SQL, sql } from 'drizzle-orm'

const enough = sql.raw(String(countedTo + 1))

/** How many rows a query (`from … where …`) finds, as an expression that stops counting where totals stop. */
export const countedFrom = (from: SQL): SQL =>
  sql`(select count(*) from (select ${from} limit ${enough}) counted)::int`

/** A number from {@link countedFrom} as it is sent. */
export const totalOf = (counted: number): Total => ({
  total: Math.min(counted, countedTo),
  totalIsMore: counted > countedTo,
})
