import type { listAccess as endpoint } from '@deedbox/contract/bulk.ts'
import { type accessSorts, usualDirection } from '@deedbox/contract/sorts.ts'
import { type Column, type SQL, sql } from 'drizzle-orm'
import { frozen } from '../db/named.ts'
import { byText, byTime, cursorSchema, type Sort } from '../db/sorted.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import type { Input } from '../http/handler.ts'
import { fromCursor, shapeOf } from '../platform/cursor.ts'
import { grantIs, liveGrant } from './visible.ts'

type Query = Input<typeof endpoint>['query']
type By = (typeof accessSorts)[number]

/** The default order: own access by its end, soonest first; handled access newest first. */
const usual = { own: 'endsAt', handled: 'grantedAt' } as const

/** The expressions of their indexes (db/tables/documents.ts); status has none, because it changes with the time. */
const sorts = (now: Date): Record<By, Sort> => ({
  grantedAt: byTime(documentAccess.grantedAt),
  // Never null: every grant has an end.
  endsAt: {
    key: frozen(sql`least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})`),
    type: 'timestamptz',
  },
  documentTitle: { key: frozen(sql`lower(${documents.title})`), type: 'text' },
  userName: { key: frozen(sql`lower(${documentAccess.userName})`), type: 'text' },
  grantedByName: {
    ...byText(documentAccess.grantedByName),
    key: frozen(byText(documentAccess.grantedByName).key),
  },
  accessLevel: { key: frozen(sql`${documentAccess.accessLevel}`), type: 'text' },
  // Active, expired, revoked: the status now.
  status: {
    key: sql`(case when ${liveGrant(now)} then 0 when ${grantIs('expired', now)} then 1 else 2 end)`,
    type: 'bigint',
  },
})

/** What decides between equal keys, before the id, so that an index has the order. */
const extra: Partial<Record<By, Column[]>> = {
  documentTitle: [documentAccess.documentId],
  status: [documentAccess.grantedAt],
}

/** An order, and where the page starts in it. Ties are by the id of the grant; equal titles by the document first, equal statuses by the time. */
export type Order = ReturnType<typeof orderOf>

/** @throws Refusal 'invalid-input' for a cursor of another list or order. */
export function orderOf(now: Date, query: Query) {
  const { sort, direction: asked, cursor, limit: _, ...filter } = query
  const by: By = sort ?? usual[query.scope]
  const direction = asked ?? usualDirection(by)
  const { key, type } = sorts(now)[by]
  const shape = `${shapeOf('access', filter)} ${by} ${direction}`
  const after = cursor === undefined ? undefined : fromCursor(cursor, cursorSchema(shape, { key, type }))
  const ties = [...(extra[by] ?? []), documentAccess.id]
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const beyond = direction === 'asc' ? sql`>` : sql`<`
  const last = after && {
    key: sql`${after[1]}::${sql.raw(type)}`,
    id: sql`${after[2]}::uuid`,
    column: (column: Column) =>
      sql`(select last.${sql.identifier(column.name)} from ${documentAccess} last where last.id = ${after[2]}::uuid)`,
  }
  const lastTies = last && [...(extra[by] ?? []).map(last.column), last.id]
  const row = (parts: (SQL | Column)[]) =>
    sql`(${sql.join(
      parts.map((part) => sql`${part}`),
      sql`, `,
    )})`
  const from = (first: SQL) =>
    last && lastTies && sql`${row([first, ...ties])} ${beyond} ${row([last.key, ...lastTies])}`
  return {
    by,
    key,
    way,
    /** Whether rows with this key come before those with the other, for keys that are numbers. */
    isBefore: (one: number, other: number) => (direction === 'asc' ? one < other : one > other),
    shape,
    /** Besides the key, by what ties are decided. */
    ties,
    /** The rows after the last page's. */
    fromHere: from(key),
    /** The document of the last page's last row and those after it, by title. */
    fromDocument:
      last &&
      sql`(${key}, ${documents.id}) ${beyond}= (${last.key}, ${last.column(documentAccess.documentId)})`,
    /** The same as `fromHere` for rows whose key is this number. */
    fromRank: (rank: number) => from(sql`${rank}::bigint`),
    orderBy: (first: SQL) =>
      sql.join(
        [first, ...ties].map((part) => sql`${part} ${way}`),
        sql`, `,
      ),
    carried: (value: unknown): unknown =>
      type === 'timestamptz' ? new Date(value as Date | string) : type === 'bigint' ? Number(value) : value,
  }
}
