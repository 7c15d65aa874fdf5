import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { Refusal } from './errors.ts'

/** A short mark of what a cursor belongs to: it leads on only in the list that it came from. */
export const shapeOf = (...of: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 12)

export const toCursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * What stands in a cursor.
 * @throws Refusal 'invalid-input' when it is not one of ours.
 */
export function fromCursor<S extends z.ZodType>(cursor: string, schema: S): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw new Refusal('invalid-input', { fields: { cursor: 'This is not the cursor of this list' } })
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    throw new Refusal('invalid-input', { fields: { cursor: 'This is not the cursor of this list' } })
  return parsed.data
}
