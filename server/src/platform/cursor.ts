import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from './errors.ts'
import { isStorable } from './storable.ts'

/** Returns a short hash of the list that a cursor belongs to: it is valid only for that list. */
export const shapeOf = (...of: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 12)

/** Tells whether PostgreSQL knows the year of a text: its dates and times begin with the year 1. */
const hasYear = (text: string) => !text.startsWith('0000')

/** The values that a cursor holds, limited to those that the database can compare. */
export const carried = {
  instant: z.iso.datetime().refine(hasYear),
  day: z.iso.date().refine(hasYear),
  text: z.string().refine(isStorable),
  number: z.int(),
}

export const toCursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Reads the content of a cursor.
 * @throws Refusal 'invalid-input' when it is not valid for the list.
 */
export function fromCursor<S extends z.ZodType>(cursor: string, schema: S): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw new Refusal('invalid-input', { fields: { cursor: 'This cursor does not belong to this list' } })
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    throw new Refusal('invalid-input', { fields: { cursor: 'This cursor does not belong to this list' } })
  return parsed.data
}
