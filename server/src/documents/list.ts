import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { grantOf } from '../access/find.ts'
import {
  fewVisible,
  notArchived,
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
import { wordsOf } from '../platform/search.ts'
import type { Services } from '../services.ts'
import { asksForGrants, filtered, leavesArchivedOut, names, sizeOfClient, withinOrder } from './filter.ts'
import { inClients } from './in-clients.ts'
import { orderOf, type Query } from './list-order.ts'
import {
  allOf,
  atMost,
  current,
  deleted,
  gathered,
  type Page,
  sizeOfAll,
  type Theirs,
  walked,
  walkedTo,
  walkFor,
} from './list-pages.ts'
import { toRow } from './one.ts'
import { talliedSize } from './tallied.ts'

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

/**
 * So many documents are read to count those that fit: all there are up to a number, some of more. Fewer where the grants or words of
 * each are read, or each is in another place of the table.
 */
function countedIn({ actor }: Acting<ReadCtx>, query: Query): { all: number; some: number } {
  if (query.view === 'deleted') return { all: 1_000, some: 1_000 }
  if (asksForGrants(query) || query.text) return { all: 1_000, some: 300 }
  if (query.client) return { all: 2_000, some: 1_000 }
  const most = query.organization || !actor.permissions.includes('canManageDocuments') ? 4_000 : 10_000
  return { all: most, some: most }
}

async function pageOf(ctx: Acting<ReadCtx>, query: Query, words: Services['words']) {
  const { actor, now } = ctx
  const { view, owner, organization, client, text = '', sort, direction, cursor: _, limit, ...filter } = query
  const order = orderOf(
    query,
    shapeOf(view, owner, organization, client, sort, direction, text ? { ...filter, text } : filter),
  )
  const also = [
    owner === 'me' ? eq(documents.ownerId, actor.id) : undefined,
    organization ? eq(documents.organizationId, organization) : undefined,
    client ? ofClient(client) : undefined,
  ].filter((condition) => condition !== undefined)
  // People who handle documents see none through a grant.
  const handles = actor.permissions.includes('canManageDocuments')
  const hidesArchived = view === 'current' && leavesArchivedOut(filter)
  // Only of documents that can be read, which deleted ones cannot.
  const withText = (how: 'each' | 'all') =>
    text ? and(isNull(documents.deletedAt), words.contain(text, how)) : undefined
  const asked = (how?: 'each' | 'few' | 'found') =>
    and(
      hidesArchived ? unlessArchived(actor, now) : undefined,
      ...filtered(actor, now, filter, how),
      ...also,
      withText((how && how !== 'found') || few ? 'each' : 'all'),
    ) ?? sql`true`
  const seen = visibleTo(actor, now, view)
  const which = (how?: 'each' | 'few' | 'found') => and(seen, asked(how))
  const plain = filtered(actor, now, filter).length + also.length + (text ? 1 : 0) === 0
  const everything = seesEveryDocument(actor, now)
  const theirs = organizationOf(ctx, query)
  const few = await fewVisible(ctx)

  const read = async (): Promise<Page> => {
    if (view === 'current' && plain && everything) return allOf(ctx, order, limit, hidesArchived)
    const size = { limit, grants: !handles, prepared: false }
    // Planned once where one plan suits all. With a filter all that they see is read first: an index of the filter may be of very many.
    if (few)
      return gathered(ctx, plain ? which() : asked('each'), order, {
        ...size,
        prepared: plain,
        few: true,
        ...(!plain && { among: seen }),
      })
    const byTime = sort === 'uploadedAt'
    // Their own grants are few.
    if (!handles && asksForGrants(filter)) return gathered(ctx, which('each'), order, size)
    const clientSize = client ? await sizeOfClient(ctx, client) : undefined
    if (clientSize !== undefined && clientSize <= (byTime ? 2_000 : 15_000))
      return gathered(ctx, which(), order, size)
    if (handles && (await names('few', ctx, filter))) return gathered(ctx, which('few'), order, size)
    const isDeleted = view === 'deleted'
    // Only the order of time has an index of deleted documents.
    if (isDeleted && !(byTime && everything)) return gathered(ctx, which(), order, size)
    const isTallied = (everything || theirs) && !(isDeleted || client || text || owner === 'me')
    const within = client && byTime ? ofClient(client) : withinOrder(sort, filter)
    // What is shared with people stays in their lists: only where no such document is walked.
    const kept = hidesArchived && (handles || (theirs && byTime)) ? notArchived : undefined
    const counted = countedIn(ctx, query)
    const theirClient = client && !isDeleted ? ofClient(client) : undefined
    const tallied = isTallied ? talliedSize(filter, { organizationId: theirs?.id, hidesArchived }) : undefined
    // One walk finds the page and counts, where the beginning of the order is counted, and two words need a long walk anyway.
    const counts =
      byTime &&
      direction === 'desc' &&
      !tallied &&
      !!(theirs || client || wordsOf(filter.search ?? '').length > 1)
    const first =
      clientSize !== undefined && !byTime
        ? // The documents of a client are spread over the other orders.
          walkFor(limit + 1, clientSize, await sizeOfAll(ctx))
        : Math.max(walkedTo.first, counts ? (theirs ? 2 : 1) * counted.some : 0)
    const walk = {
      among: isDeleted ? deleted : and(current, kept),
      theirs,
      within: isDeleted ? undefined : within,
      byTime,
      counts,
      tallied,
      countedIn: counted,
      client: theirClient,
      size:
        isDeleted || client
          ? atMost(isDeleted ? deleted : theirClient, counted.all)
          : talliedSize({}, { organizationId: theirs?.id, hidesArchived: kept !== undefined }),
      first,
    }
    const lookInClients = async () =>
      isDeleted || client ? undefined : await inClients(ctx, filter.search ?? '')
    // In the order of clients, a walk that begins where such clients are spares one from the beginning.
    let known = sort === 'clientName' ? await lookInClients() : undefined
    if (known?.names) {
      const { first, last } = known.names
      const within = direction === 'asc' ? sql`${order.key} >= ${first}` : sql`${order.key} <= ${last}`
      const beside = and(known.others, not(within))
      const page = await walked(ctx, which('each'), order, { ...size, ...walk, within, beside })
      if (page) return page
    }
    const page = known?.few ? undefined : await walked(ctx, which('each'), order, { ...size, ...walk })
    if (page) return page
    // Far away in the order, or nowhere.
    if (sort !== 'clientName') known = await lookInClients()
    if (known?.few) return gathered(ctx, which('each'), order, { ...size, among: known.few })
    const fromGrants = handles && (await names('some', ctx, filter))
    return gathered(ctx, which(fromGrants ? 'few' : 'found'), order, { ...size, theirs })
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
