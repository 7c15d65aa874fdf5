import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { grantOf } from '../access/find.ts'
import {
  fewVisible,
  organizationSeen,
  seesEveryDocument,
  unlessArchived,
  visibleTo,
} from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { ofClient } from '../db/client-key.ts'
import { profiles } from '../db/tables/accounts.ts'
import { documents } from '../db/tables/documents.ts'
import { shapeOf } from '../platform/cursor.ts'
import type { Services } from '../services.ts'
import { filtered, type How, leavesArchivedOut } from './filter.ts'
import { orderOf, type Query } from './list-order.ts'
import type { Theirs } from './list-pages.ts'
import { type Listing, pageBy } from './list-ways.ts'
import { toRow } from './one.ts'

/**
 * One page of the documents that the caller may see, with the total (ADR 36).
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listDocuments(ctx: Acting<ReadCtx>, query: Query, words: Services['words']) {
  const { rows, total, totalIsMore, nextCursor } = await pageOf(ctx, query, words)
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
    id,
  }
}

async function pageOf(ctx: Acting<ReadCtx>, query: Query, words: Services['words']) {
  const { limit } = query
  const list = await listingOf(ctx, query, words)
  const { rows, ...total } = await pageBy(ctx, list)
  const shown = rows.slice(0, limit)
  return {
    ...total,
    rows: shown,
    nextCursor: list.order.cursorAfter(rows.length > limit ? shown.at(-1) : undefined),
  }
}

async function listingOf(ctx: Acting<ReadCtx>, query: Query, words: Services['words']): Promise<Listing> {
  const { actor, now } = ctx
  const {
    view,
    owner,
    organization,
    client,
    text = '',
    sort,
    direction,
    cursor: _,
    limit: __,
    ...filter
  } = query
  const also = [
    owner === 'me' ? eq(documents.ownerId, actor.id) : undefined,
    organization ? eq(documents.organizationId, organization) : undefined,
    client ? ofClient(client) : undefined,
  ].filter((condition) => condition !== undefined)
  const hidesArchived = view === 'current' && leavesArchivedOut(filter)
  const few = await fewVisible(ctx)
  // Only of documents that can be read, which deleted ones cannot.
  const withText = (how: 'each' | 'all') =>
    text ? and(isNull(documents.deletedAt), words.contain(text, how)) : undefined
  const asked = (how?: How) =>
    and(
      hidesArchived ? unlessArchived(actor, now) : undefined,
      ...filtered(actor, now, filter, how),
      ...also,
      withText((how && how !== 'found') || few ? 'each' : 'all'),
    ) ?? sql`true`
  return {
    query,
    filter,
    order: orderOf(
      query,
      shapeOf(view, owner, organization, client, sort, direction, text ? { ...filter, text } : filter),
    ),
    seen: visibleTo(actor, now, view),
    asked,
    plain: filtered(actor, now, filter).length + also.length + (text ? 1 : 0) === 0,
    hidesArchived,
    handles: actor.permissions.includes('canManageDocuments'),
    everything: seesEveryDocument(actor, now),
    few,
    theirs: organizationOf(ctx, query),
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
