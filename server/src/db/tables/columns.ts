import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Returns the column of an instant, kept to the millisecond so that a cursor made from a JavaScript Date finds its row again. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})
