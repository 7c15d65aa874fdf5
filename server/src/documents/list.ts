import type { DocumentRow, listDocuments as endpoint } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { columnsAs, type Granted, grantColumns, grantOf, ownGrant } from '../access/find.ts'
import { seesEveryDocument, visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { frozen, run } from '../db/named.ts'
import { cursorSchema, type Sort } from '../db/sorted.ts'
import { profiles } from '../db/tables/accounts.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { tallies } from '../db/tables/tallies.ts'
import { countedFrom, totalOf } from '../db/total.ts'
import { fromCursor, shapeOf, toCursor } from '../platform/cursor.ts'
import { filtered } from './filter.ts'
import { type Listed, toRow } from './one.ts'

type Query = SchemaOutput<typeof endpoint.query>

/** The expressions of their indexes (db/tables/documents.ts). */
const sorts: Record<Query['sort'], Sort> = {
  uploadedAt: { key: frozen(sql`${documents.createdAt}`), type: 'timestamptz' },
  title: { key: frozen(sql`lower(${documents.title})`), type: 'text' },
  expiryDate: { key: frozen(sql`coalesce(${documents.expiryDate}, 'infinity'::date)`), type: 'date' },
  clientName: { key: frozen(sql`lower(coalesce(${documents.clientName}, ''))`), type: 'text' },
  ownerName: { key: frozen(sql`lower(${documents.ownerName})`), type: 'text' },
  fileSize: { key: frozen(sql`${documents.fileSize}`), type: 'bigint' },
  type: { key: frozen(sql`${documents.type}`), type: 'text' },
  status: { key: frozen(sql`${documents.status}`), type: 'text' },
}

/** The columns that a list reads. */
export const listed = {
  id: documents.id,
  title: documents.title,
  type: documents.type,
  status: documents.status,
  createdAt: documents.createdAt,
  expiryDate: documents.expiryDate,
  fileName: documents.fileName,
  fileSize: documents.fileSize,
  fileType: documents.fileType,
  ownerId: documents.ownerId,
  ownerName: documents.ownerName,
  ownerEmail: documents.ownerEmail,
  organizationId: documents.organizationId,
  clientName: documents.clientName,
  deletedAt: documents.deletedAt,
  keptUntil: documents.keptUntil,
  contentRemovedAt: documents.contentRemovedAt,
}
const columns = columnsAs(listed)
/** All documents that are not deleted: what the tally counts. */
const tallied = frozen(
  sql`(select coalesce(sum(${tallies.n}), 0) from ${tallies} where ${tallies.what} = 'document')::bigint`,
)
const counted = (where: SQL | undefined) => countedFrom(sql`1 from ${documents} where ${where}`)

type Row = Listed & Granted & { key: string | number; counted: number }

/**
 * One page of the documents that the caller may see, with the total: one statement (a second one only for a page
 * after the end).
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listDocuments(ctx: Acting<ReadCtx>, query: Query) {
  const { view, owner, organization, sort, direction, cursor, limit, ...filter } = query
  const shape = shapeOf(view, owner, organization, sort, direction, filter)
  const filters = filtered(ctx.actor, ctx.now, filter)
  if (owner === 'me') filters.push(eq(documents.ownerId, ctx.actor.id))
  if (organization) filters.push(eq(documents.organizationId, organization))
  const where = and(visibleTo(ctx.actor, ctx.now, view), ...filters)
  const after = cursor === undefined ? undefined : readCursor(cursor, shape, sorts[sort])

  const everything = view === 'current' && filters.length === 0 && seesEveryDocument(ctx.actor, ctx.now)
  const count = everything ? tallied : counted(where)

  // Planned once where one plan suits all; with a search the best plan depends on the words.
  const rows = await run<Row>(ctx, page(ctx, query, where, after, count), { prepared: filters.length === 0 })

  const number = rows[0]?.counted ?? (after ? await countAll(ctx, count) : 0)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const deleters = view === 'deleted' ? await deletersOf(ctx, shown) : undefined
  return {
    documents: shown.map(
      (row): DocumentRow => ({
        ...toRow(ctx.actor, row, grantOf(row)),
        ...(deleters && { deletedByName: deleters.get(row.id) ?? null }),
      }),
    ),
    ...(everything ? { total: number, totalIsMore: false } : totalOf(number)),
    nextCursor: last ? toCursor([shape, last.key, last.id]) : null,
  }
}

type After = { key: string | number; id: string }

function page(
  ctx: Acting<ReadCtx>,
  { sort, direction, limit }: Query,
  where: SQL | undefined,
  after: After | undefined,
  count: SQL,
): SQL {
  const { key, type } = sorts[sort]
  const order = direction === 'desc' ? sql`desc` : sql`asc`
  // People who handle documents see none through a grant.
  const handles = ctx.actor.permissions.includes('canManageDocuments')
  const fromHere = after
    ? sql`(${key}, ${documents.id}) ${direction === 'asc' ? sql`>` : sql`<`} (${after.key}::${sql.raw(type)}, ${after.id}::uuid)`
    : undefined
  // Few documents are all read anyway and counted on the way; of many, the page comes from the index.
  const number = handles || after ? count : sql`(count(*) over ())::int`
  const documentsOfPage = sql`
    select ${columns}, ${key} as key, ${number} as counted
    from ${documents} where ${and(where, fromHere)}
    order by ${key} ${order}, ${documents.id} ${order} limit ${limit + 1}`
  if (handles) return documentsOfPage
  return sql`
    select documents.*, ${grantColumns}
    from (${documentsOfPage}) as documents left join ${documentAccess} on ${ownGrant(ctx)}
    order by documents.key ${order}, documents.id ${order}`
}

function readCursor(cursor: string, shape: string, sort: Sort): After {
  const [, key, documentId] = fromCursor(cursor, cursorSchema(shape, sort))
  return { key, id: documentId }
}

/** Who deleted each of these documents, by the document's id. */
async function deletersOf(ctx: ReadCtx, rows: { id: string }[]): Promise<Map<string, string>> {
  const ids = rows.map((row) => row.id)
  const found = await ctx.tx
    .select({ id: documents.id, name: profiles.name })
    .from(documents)
    .innerJoin(profiles, eq(profiles.id, documents.deletedBy))
    .where(inArray(documents.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

async function countAll(ctx: ReadCtx, count: SQL): Promise<number> {
  const [row] = await run<{ counted: number }>(ctx, sql`select ${count} as counted`, { prepared: false })
  return row?.counted ?? 0
}
