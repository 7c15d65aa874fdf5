import type { listDocuments as endpoint } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { type SQL, sql } from 'drizzle-orm'
import { frozen } from '../db/named.ts'
import { cursorSchema, type Sort } from '../db/sorted.ts'
import { documents } from '../db/tables/documents.ts'
import { fromCursor, toCursor } from '../platform/cursor.ts'
import { expiry } from './filter.ts'

export type Query = SchemaOutput<typeof endpoint.query>

/** The expressions of their indexes (db/tables/documents.ts). */
const sorts: Record<Query['sort'], Sort> = {
  uploadedAt: { key: frozen(sql`${documents.createdAt}`), type: 'timestamptz' },
  title: { key: frozen(sql`lower(${documents.title})`), type: 'text' },
  expiryDate: { key: expiry, type: 'date' },
  clientName: { key: frozen(sql`lower(coalesce(${documents.clientName}, ''))`), type: 'text' },
  ownerName: { key: frozen(sql`lower(${documents.ownerName})`), type: 'text' },
  fileSize: { key: frozen(sql`${documents.fileSize}`), type: 'bigint' },
  type: { key: frozen(sql`${documents.type}`), type: 'text' },
  status: { key: frozen(sql`${documents.status}`), type: 'text' },
}

export type Order = {
  key: SQL
  /** `asc` or `desc`. */
  way: SQL
  /** The rows after the last page, for a key and an id. */
  fromHere(key: SQL, id: SQL): SQL | undefined
  cursorAfter(row: { key: string | number; id: string } | undefined): string | null
}

/** @throws Refusal 'invalid-input' for a cursor of another list. */
export function orderOf({ sort, direction, cursor }: Query, shape: string): Order {
  const { key, type } = sorts[sort]
  const after = cursor === undefined ? undefined : fromCursor(cursor, cursorSchema(shape, sorts[sort]))
  return {
    key,
    way: direction === 'desc' ? sql`desc` : sql`asc`,
    fromHere: (key, id) =>
      after &&
      sql`(${key}, ${id}) ${direction === 'asc' ? sql`>` : sql`<`} (${after[1]}::${sql.raw(type)}, ${after[2]}::uuid)`,
    cursorAfter: (row) => (row ? toCursor([shape, row.key, row.id]) : null),
  }
}
