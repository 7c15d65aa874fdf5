import type { listAccess as endpoint, GrantRow as Listed } from '@deedbox/contract/bulk.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Total } from '@deedbox/contract/total.ts'
import { eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Acting, ReadCtx } from '../context/context.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import type { Answer, Input } from '../http/handler.ts'
import { toCursor } from '../platform/cursor.ts'
import { abilities } from './authorize.ts'
import { type GrantRow, toGrant } from './grants.ts'
import { type Conditions, conditionsOf, type On } from './list-conditions.ts'
import { type Order, orderOf } from './list-order.ts'
import { gathered, type Key, walked } from './list-pages.ts'
import { none, probe } from './list-probe.ts'
import { countMany } from './list-total.ts'
import { liveGrant } from './visible.ts'

type Query = Input<typeof endpoint>['query']
type Place = Pick<
  typeof documents.$inferSelect,
  | 'title'
  | 'status'
  | 'fileSize'
  | 'clientName'
  | 'ownerId'
  | 'organizationId'
  | 'deletedAt'
  | 'contentRemovedAt'
>

/** The selected columns of a grant and its document, for a query on `document_access` joined to `documents`. */
export const grantWithPlace = {
  grant: documentAccess,
  document: {
    title: documents.title,
    status: documents.status,
    fileSize: documents.fileSize,
    clientName: documents.clientName,
    ownerId: documents.ownerId,
    organizationId: documents.organizationId,
    deletedAt: documents.deletedAt,
    contentRemovedAt: documents.contentRemovedAt,
  },
}

/** Granted more than 12 months of 30 days ago (specification, section 4). */
const longTermSince = (now: Date): Date => new Date(now.getTime() - limits.longTermDays * 86_400_000)

/** Grants that give access now and have done so for more than 12 months. */
export const longTermGrant = (now: Date): SQL =>
  sql`(${liveGrant(now)} and ${lte(documentAccess.grantedAt, longTermSince(now))})`

/** A grant as it is sent to tables across all documents. */
export function toGrantRow(
  { actor, now }: Acting<ReadCtx>,
  { grant, document }: { grant: GrantRow; document: Place },
): Listed {
  const sent = toGrant(grant, document, now)
  return {
    ...sent,
    can: abilities(actor, document, null).seeAccess ? sent.can : { revoke: false, renew: false },
    documentTitle: document.title,
    documentStatus: document.status,
    documentSize: document.fileSize,
    longTerm: grant.grantedAt <= longTermSince(now),
    clientName: grant.clientName ?? document.clientName,
  }
}

/**
 * Grants on all documents, paged by key, with their number. 'own': those that give the
 * caller access now (specification, section 6). 'handled': all grants on documents that the caller handles.
 * Few are read through an index of a filter and sorted; of many, the page is read in the order of an index, which ends
 * after so many grants, with a partial page if need be (ADR 37).
 * @param on only on these documents, among those handled
 * @throws Refusal 'not-allowed' for 'handled' if the caller handles none, 'invalid-input' for a cursor of another list.
 */
export async function listAccess(
  ctx: Acting<ReadCtx>,
  query: Query,
  on?: On,
): Promise<Answer<typeof endpoint>> {
  const { limit } = query
  const { now } = ctx
  const since = lte(documentAccess.grantedAt, longTermSince(now))
  const conditions = conditionsOf(ctx, query, { longTerm: longTermGrant(now), since, on })
  const order = orderOf(now, query)
  const found = await pageOf(ctx, conditions, order, limit)
  const shown = found.keys.slice(0, limit)
  const last = found.keys.length > limit ? shown.at(-1) : undefined
  return {
    grants: await rowsOf(ctx, shown),
    ...atLeast(found.total, found.keys.length - 1),
    partial: found.partial,
    nextCursor: last ? toCursor([order.shape, order.carried(last.sortKey), last.id]) : null,
  }
}

/** The keys of a page and the total, by whichever way reads little. */
async function pageOf(ctx: Acting<ReadCtx>, conditions: Conditions, order: Order, limit: number) {
  const probed = conditions.few ? { ...none, few: conditions.few } : await probe(ctx, conditions)
  const page = probed.few
    ? await gathered(ctx, conditions, probed.few, order, limit)
    : await walked(ctx, conditions, probed.placed, order, limit)
  const { keys, partial = false } = page
  if (partial) return { keys, partial, total: { total: keys.length, totalIsMore: false } }
  return { keys, partial, total: page.total ?? (await countMany(ctx, conditions, probed)) }
}

/** Never fewer than are shown. */
const atLeast = ({ total, totalIsMore }: Total, shown: number): Total => ({
  total: totalIsMore ? Math.max(total, shown) : total,
  totalIsMore,
})

/** The rows of a page, in its order. */
export async function rowsOf(ctx: Acting<ReadCtx>, keys: Pick<Key, 'id'>[]): Promise<Listed[]> {
  if (keys.length === 0) return []
  const ids = keys.map(({ id }) => id)
  const rows = await ctx.tx
    .select(grantWithPlace)
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(inArray(documentAccess.id, ids))
  const byId = new Map(rows.map((row) => [row.grant.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toGrantRow(ctx, row)] : []
  })
}
