import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { and, not, type SQL, sql } from 'drizzle-orm'
import { notArchived } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { ofClient } from '../db/client-key.ts'
import { wordsOf } from '../platform/search.ts'
import { asksForGrants, type How, names, sizeOfClient, withinOrder } from './filter.ts'
import { inClients } from './in-clients.ts'
import type { Order, Query } from './list-order.ts'
import {
  allOf,
  atMost,
  current,
  deleted,
  gathered,
  type Page,
  sizeOfAll,
  type Theirs,
  type Walk,
  walked,
  walkedTo,
  walkFor,
} from './list-pages.ts'
import { talliedSize } from './tallied.ts'

/** A list of documents, as conditions over `documents`. */
export type Listing = {
  query: Query
  /** The filter object of the query. */
  filter: DocumentFilter
  order: Order
  /** What the caller may see. */
  seen: SQL
  /** What the list has of it, written for a plan. */
  asked: (how?: How) => SQL
  /** No filter is set. */
  plain: boolean
  hidesArchived: boolean
  /** The caller handles documents, so sees none through a grant. */
  handles: boolean
  everything: boolean
  /** The caller may see so few that all of them are read. */
  few: boolean
  theirs: Theirs | undefined
}

type Ctx = Acting<ReadCtx>
const which = ({ seen, asked }: Listing, how?: How) => and(seen, asked(how))
const sizeOf = ({ query, handles }: Listing) => ({ limit: query.limit, grants: !handles, prepared: false })
const isByTime = ({ query }: Listing): boolean => query.sort === 'uploadedAt'

/** A client's documents are all read and sorted, up to so many. */
const readOfClient = { byTime: 2_000, otherwise: 15_000 }

/**
 * The rows of a page, and one more where others follow. Which of the three ways reads least depends on how many documents fit, and on
 * where in the order they are (ADR 36, ADR 48): all from the index of the order, all that fit read and sorted, or a walk in the order.
 */
export async function pageBy(ctx: Ctx, list: Listing): Promise<Page> {
  const { query, order, plain, few, seen, asked } = list
  const { view, client, limit } = query
  if (view === 'current' && plain && list.everything) return allOf(ctx, order, limit, list.hidesArchived)
  // Planned once where one plan suits all. With a filter all that they see is read first: an index of the filter may be of very many.
  if (few)
    return gathered(ctx, plain ? which(list) : asked('each'), order, {
      ...sizeOf(list),
      prepared: plain,
      few: true,
      ...(!plain && { among: seen }),
    })
  // Their own grants are few.
  if (!list.handles && asksForGrants(list.filter))
    return gathered(ctx, which(list, 'each'), order, sizeOf(list))
  const clientSize = client ? await sizeOfClient(ctx, client) : undefined
  return (await fewThatFit(ctx, list, clientSize)) ?? (await inOrder(ctx, list, clientSize))
}

/** All that fit, where it is known that these are few, or that no index has their order. */
async function fewThatFit(
  ctx: Ctx,
  list: Listing,
  clientSize: number | undefined,
): Promise<Page | undefined> {
  const { query, filter, order } = list
  const byTime = isByTime(list)
  if (clientSize !== undefined && clientSize <= readOfClient[byTime ? 'byTime' : 'otherwise'])
    return gathered(ctx, which(list), order, sizeOf(list))
  if (list.handles && (await names('few', ctx, filter)))
    return gathered(ctx, which(list, 'few'), order, sizeOf(list))
  // Only the order of time has an index of deleted documents.
  if (query.view === 'deleted' && !(byTime && list.everything))
    return gathered(ctx, which(list), order, sizeOf(list))
  return undefined
}

/** By a walk in the order; where that finds no page, those that fit are far away in the order, or nowhere, and are gathered. */
async function inOrder(ctx: Ctx, list: Listing, clientSize: number | undefined): Promise<Page> {
  const { query, filter, order, theirs } = list
  const byClient = query.sort === 'clientName'
  const walk = { ...sizeOf(list), ...(await walkOf(ctx, list, clientSize)) }
  const lookInClients = async () =>
    query.view === 'deleted' || query.client ? undefined : await inClients(ctx, filter.search ?? '')
  // In the order of clients, a walk that begins where such clients are spares one from the beginning.
  const ahead = byClient ? await lookInClients() : undefined
  if (ahead?.names) {
    const { first, last } = ahead.names
    const within = query.direction === 'asc' ? sql`${order.key} >= ${first}` : sql`${order.key} <= ${last}`
    const beside = and(ahead.others, not(within))
    const page = await walked(ctx, which(list, 'each'), order, { ...walk, within, beside })
    if (page) return page
  }
  const page = ahead?.few ? undefined : await walked(ctx, which(list, 'each'), order, walk)
  if (page) return page
  const known = byClient ? ahead : await lookInClients()
  if (known?.few) return gathered(ctx, which(list, 'each'), order, { ...sizeOf(list), among: known.few })
  const fromGrants = list.handles && (await names('some', ctx, filter))
  return gathered(ctx, which(list, fromGrants ? 'few' : 'found'), order, { ...sizeOf(list), theirs })
}

/** How the walk of a list goes, and how it counts. */
async function walkOf(ctx: Ctx, list: Listing, clientSize: number | undefined): Promise<Walk> {
  const { query, filter, hidesArchived, theirs } = list
  const { view, owner, client, text, sort, direction, limit } = query
  const byTime = isByTime(list)
  const isDeleted = view === 'deleted'
  const isTallied = (list.everything || theirs) && !(isDeleted || client || text || owner === 'me')
  // What is shared with people stays in their lists: only where no such document is walked.
  const kept = hidesArchived && (list.handles || (theirs && byTime)) ? notArchived : undefined
  const counted = countedIn(list)
  const theirClient = client && !isDeleted ? ofClient(client) : undefined
  const tallied = isTallied ? talliedSize(filter, { organizationId: theirs?.id, hidesArchived }) : undefined
  // One walk finds the page and counts, where the beginning of the order is counted, and two words need a long walk anyway.
  const counts =
    byTime &&
    direction === 'desc' &&
    !tallied &&
    !!(theirs || client || wordsOf(filter.search ?? '').length > 1)
  return {
    among: isDeleted ? deleted : and(current, kept),
    theirs,
    within: isDeleted ? undefined : client && byTime ? ofClient(client) : withinOrder(sort, filter),
    byTime,
    counts,
    tallied,
    countedIn: counted,
    client: theirClient,
    size:
      isDeleted || client
        ? atMost(isDeleted ? deleted : theirClient, counted.all)
        : talliedSize({}, { organizationId: theirs?.id, hidesArchived: kept !== undefined }),
    first:
      clientSize !== undefined && !byTime
        ? // The documents of a client are spread over the other orders.
          walkFor(limit + 1, clientSize, await sizeOfAll(ctx))
        : Math.max(walkedTo.first, counts ? (theirs ? 2 : 1) * counted.some : 0),
  }
}

/**
 * So many documents are read to count those that fit: all there are up to a number, some of more. Fewer where the grants or words of
 * each are read, or each is in another place of the table.
 */
function countedIn({ query, handles }: Listing): Walk['countedIn'] {
  if (query.view === 'deleted') return { all: 1_000, some: 1_000 }
  if (asksForGrants(query) || query.text) return { all: 1_000, some: 300 }
  if (query.client) return { all: 2_000, some: 1_000 }
  const most = query.organization || !handles ? 4_000 : 10_000
  return { all: most, some: most }
}
