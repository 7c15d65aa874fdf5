import { certaintyNames } from '@deedbox/contract/sourced-terms.ts'
import { customType, date, text, timestamp } from 'drizzle-orm/pg-core'

/** Returns the column of an instant, kept to the millisecond so that a cursor made from a JavaScript Date finds its row again. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/** Returns the columns of an entry that rests on the law: where it stands, how certain that is, and when it holds. */
export const sourced = () => ({
  act: text('act').notNull(),
  source: text('source').notNull(),
  readOn: date('read_on', { mode: 'string' }),
  certainty: text('certainty', { enum: certaintyNames }).notNull(),
  validFrom: date('valid_from', { mode: 'string' }),
  validTo: date('valid_to', { mode: 'string' }),
  note: text('note').notNull(),
})
