import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { grantOf } from '../access/find.ts'
import { fewVisible, organizationSeen, seesEveryDocument, visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { profiles } from '../db/tables/accounts.ts'
import { documents } from '../db/tables/documents.ts'
import { documentTallies } from '../db/tables/tallies.ts'
import { shapeOf } from '../platform/cursor.ts'
import { filtered, namesFew, withinOrder } from './filter.ts'
import { orderOf, type Query } from './list-order.ts'
import { allOf, gathered, type Page, type Theirs, walked } from './list-pages.ts'
import { toRow } from './one.ts'

/**
 * One page of the documents that the caller may see, with the total (ADR 36).
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listDocuments(ctx: Acting<ReadCtx>, query: Query) {
  const { rows, total, totalIsMore, nextCursor } = await pageOf(ctx, query)
  const deleters = query.view === 'deleted' ? await deletersOf(ctx, rows) : undefined
  return {
    documents: rows.map(
      (row): DocumentRow => ({
        ...toRow(ctx.actor, row, row.grantId === undefined ? null : grantOf(row)),
        ...(deleters && { deletedByName: deleters.get(row.id) ?? null }),
      }),
    ),
    total,
    totalIsMore,
    nextCursor,
  }
}

/** The organisation whose documents, and few others, the list has. */
function organizationOf({ actor, now }: Acting<ReadCtx>, { organization }: Query): Theirs | undefined {
  const seen = organizationSeen(actor, now)
  const id = seesEveryDocument(actor, now) ? organization : organization ? undefined : seen?.id
  if (!id) return undefined
  return {
    of: eq(documents.organizationId, id),
    others: seen?.others,
    size: sql`(select coalesce(sum(${documentTallies.n}), 0) from ${documentTallies}
      where ${documentTallies.what} = 'organization' and ${documentTallies.organizationId} = ${id})::bigint`,
  }
}

/**
 * So many documents are read to count those that fit: fewer where the grants of each are read, as many as it takes where
 * one condition is in an index.
 */
function countedIn({ actor }: Acting<ReadCtx>, query: Query, conditions: number): number | undefined {
  const { search, userEmail, accessStatus, expiryDateFrom, expiryDateTo, organization } = query
  if (userEmail || (accessStatus && accessStatus !== 'all')) return 1_000
  // Each is in another place of the table.
  if (organization || !actor.permissions.includes('canManageDocuments')) return 4_000
  const indexed = conditions === 1 && !search && !expiryDateFrom && !expiryDateTo
  return indexed ? undefined : 10_000
}

async function pageOf(ctx: Acting<ReadCtx>, query: Query) {
  const { actor, now } = ctx
  const { view, owner, organization, sort, direction, cursor: _, limit, ...filter } = query
  const order = orderOf(query, shapeOf(view, owner, organization, sort, direction, filter))
  const also = [
    owner === 'me' ? eq(documents.ownerId, actor.id) : undefined,
    organization ? eq(documents.organizationId, organization) : undefined,
  ].filter((condition) => condition !== undefined)
  // People who handle documents see none through a grant.
  const handles = actor.permissions.includes('canManageDocuments')
  const which = (how?: 'each' | 'few') =>
    and(visibleTo(actor, now, view), ...filtered(actor, now, filter, how), ...also)
  const conditions = filtered(actor, now, filter).length + also.length
  const plain = conditions === 0

  const theirs = organizationOf(ctx, query)

  const read = async (): Promise<Page> => {
    if (view === 'current' && plain && seesEveryDocument(actor, now)) return allOf(ctx, order, limit)
    const size = { limit, grants: !handles }
    // Planned once where one plan suits all; with a search the best plan depends on the words.
    if (await fewVisible(ctx)) return gathered(ctx, which(), order, { ...size, prepared: plain, few: true })
    if (view === 'deleted') return gathered(ctx, which(), order, { ...size, prepared: plain })
    if (handles && (await namesFew(ctx, filter)))
      return gathered(ctx, which('few'), order, { ...size, prepared: false })
    const walk = {
      theirs,
      within: withinOrder(sort, filter),
      byTime: sort === 'uploadedAt',
      // But for the organisation.
      plain: conditions === (organization ? 1 : 0),
      countedIn: countedIn(ctx, query, conditions),
    }
    const page = await walked(ctx, which('each'), order, { ...size, ...walk })
    return page ?? gathered(ctx, which(), order, { ...size, prepared: false })
  }
  const { rows, ...total } = await read()
  const shown = rows.slice(0, limit)
  return {
    ...total,
    rows: shown,
    nextCursor: order.cursorAfter(rows.length > limit ? shown.at(-1) : undefined),
  }
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
