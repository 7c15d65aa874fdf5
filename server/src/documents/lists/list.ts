import type { DocumentRow, listDocuments as endpoint } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { ofClient } from '../../db/client-key.ts'
import { isFew, type List, readPage } from '../../db/list.ts'
import { frozen } from '../../db/named.ts'
import { type Sort, sorted } from '../../db/sorted.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { documentSums } from '../../db/tables/tallies.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { columnsAs, type Granted, grantColumns, grantOf, withOwnGrant } from '../../policy/find.ts'
import { lockedSince, newestSeen, seesEveryDocument, seesOwnOnly, visibleTo } from '../../policy/visible.ts'
import { expiry, filtered, leavesArchivedOut, leavesEarlierOut, unlessAsked } from './filter.ts'
import { listed } from './list-columns.ts'
import { type Listed, toRow } from './one.ts'

type Query = SchemaOutput<typeof endpoint.query>

/** The expressions of their indexes (db/tables/documents.ts). */
const sorts: Record<Query['sort'], Sort> = {
  uploadedAt: { key: frozen(sql`${documents.createdAt}`), type: 'timestamptz' },
  title: { key: frozen(sql`lower(${documents.title})`), type: 'text' },
  expiryDate: { key: expiry, type: 'date' },
  clientName: { key: frozen(sql`lower(coalesce(${documents.clientName}, ''))`), type: 'text' },
  ownerName: { key: frozen(sql`lower(${documents.ownerName})`), type: 'text' },
  fileSize: { key: frozen(sql`${documents.fileSize}`), type: 'bigint' },
  kind: { key: frozen(sql`coalesce(${documents.kind}, ${documents.type})`), type: 'text' },
  type: { key: frozen(sql`${documents.type}`), type: 'text' },
  status: { key: frozen(sql`${documents.status}`), type: 'text' },
}

type Row = Listed & (Granted | { grantId?: undefined })
const columns = columnsAs(listed)

/**
 * One page of the documents that the caller may see, with the total (ADR 56).
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listDocuments(ctx: Acting<ReadCtx>, query: Query, words: Services['words']) {
  const { rows, ...page } = await readPage<Row>(ctx, await listOf(ctx, query, words))
  const deleters = query.view === 'deleted' ? await deletersOf(ctx, rows) : undefined
  return {
    documents: rows.map(
      (row): DocumentRow => ({
        ...toRow(ctx.actor, row, row.grantId === undefined ? null : grantOf(row)),
        ...(deleters && { deletedByName: deleters.get(row.id) ?? null }),
      }),
    ),
    ...page,
  }
}

/** The list that a query asks for. */
export async function listOf(ctx: Acting<ReadCtx>, query: Query, words: Services['words']): Promise<List> {
  const { actor, now } = ctx
  const { view, owner, organization, matter, client, text, sort, direction, cursor, limit, ...filter } = query
  const among = seesOwnOnly(actor)
  const asked = [
    ...(await filtered(ctx, filter)),
    owner === 'me' ? eq(documents.ownerId, actor.id) : undefined,
    organization ? eq(documents.organizationId, organization) : undefined,
    matter ? eq(documents.matterId, matter) : undefined,
    client ? ofClient(client) : undefined,
    text ? await withText(ctx, words, { text, among }) : undefined,
  ].filter((condition) => condition !== undefined)
  const everything = seesEveryDocument(actor, now)
  // Locked documents are listed, but not found by their words.
  const seen = visibleTo(actor, now, view, { lockedToo: text === undefined })
  // Rows say that they are earlier only where those are listed too.
  const earlier =
    view === 'current' && !leavesEarlierOut(filter) ? sql`not ${newestSeen(actor, now)}` : sql`false`
  const shown = sql`${columns}, ${lockedSince(now)} as "lockedSince", ${earlier} as earlier`
  const shape = shapeOf(view, owner, organization, matter, client, text, filter)
  const handles = actor.permissions.includes('canManageDocuments')
  return {
    // Documents that people see through their own grants are read first: an index of a filter may be of very many.
    from: among ? sql`(select * from ${documents} where ${seen} offset 0) documents` : sql`${documents}`,
    where: [
      among ? undefined : seen,
      view === 'current' ? unlessAsked(actor, now, filter) : undefined,
      ...asked,
    ],
    order: sorted(sorts, { sort, direction, cursor, shape }, documents.id),
    limit,
    columns: handles ? shown : sql`${shown}, ${grantColumns}`,
    rows: handles ? sql`${documents}` : sql`(${documents} ${withOwnGrant(ctx)})`,
    size: everything && view === 'current' && asked.length === 0 ? sizeOf(filter) : undefined,
    prepared: asked.length === 0 && (everything || among),
  }
}

/** Numbers of documents that are not deleted, by what lists leave out (db/tables/tallies.ts). */
const tallied = (which: SQL) =>
  frozen(
    sql`(select coalesce(sum(${documentSums.n}), 0) from ${documentSums} where ${documentSums.what} = 'document' and ${which})::bigint`,
  )
const { status } = documentSums
const sizes = {
  listed: tallied(sql`${status} in ('active', 'pending')`),
  archivedToo: tallied(sql`${status} not like '% earlier'`),
  earlierToo: tallied(sql`${status} not in ('archived', 'archived earlier')`),
  all: tallied(sql`true`),
}
const sizeOf = (filter: Pick<Query, 'status' | 'versions'>): SQL =>
  leavesEarlierOut(filter)
    ? sizes[leavesArchivedOut(filter) ? 'listed' : 'archivedToo']
    : sizes[leavesArchivedOut(filter) ? 'earlierToo' : 'all']

/** Finds words in documents that can be read, which deleted ones cannot. `among`: each of the few that a person sees is asked. */
async function withText(
  ctx: ReadCtx,
  words: Services['words'],
  { text, among }: { text: string; among: boolean },
): Promise<SQL> {
  const all = (most: number) => words.idsWith(text, most)
  const few = !among && (await isFew(ctx, () => sql`select 1 from (${all(5_001)}) ids`))
  return sql`(${isNull(documents.deletedAt)} and ${words.contain(text, few ? 'all' : 'each')})`
}

/** Finds who deleted each of these documents, by the document's id. */
async function deletersOf(ctx: ReadCtx, rows: { id: string }[]): Promise<Map<string, string>> {
  const ids = rows.map((row) => row.id)
  const found = await ctx.tx
    .select({ id: documents.id, name: profiles.name })
    .from(documents)
    .innerJoin(profiles, eq(profiles.id, documents.deletedBy))
    .where(inArray(documents.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}
