import { countedTo, type Total } from '@deedbox/contract/total.ts'
import { type SQL, sql } from 'drizzle-orm'

const enough = sql.raw(String(countedTo + 1))

/** Counts the rows that a query (`1 from … where …`) finds, as an expression that stops counting where totals stop. */
export const countedFrom = (from: SQL): SQL =>
  sql`(select count(*) from (select ${from} limit ${enough}) counted)::int`

/** Returns a number from {@link countedFrom} as it is sent. */
export const totalOf = (counted: number): Total => ({
  total: Math.min(counted, countedTo),
  totalIsMore: counted > countedTo,
})

/** Returns the total of a list of which only a part was counted, by the rows found there: rounded down to two digits. */
export function moreThan(found: number): Total {
  const less = Math.max(0, Math.min(found - 1, countedTo))
  const unit = 10 ** Math.max(0, String(less).length - 2)
  return { total: Math.floor(less / unit) * unit, totalIsMore: true }
}
