import type { listOwnerRequests as endpoint } from '@deedbox/contract/owner-requests.ts'
import type { ownerRequestSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { byText, byTime, type Sort, sorted } from '../../db/sorted.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { ownerContactRequests as table } from '../../db/tables/requests.ts'
import { organizationAsked } from '../../identity/accounts/organizations.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { toOwnerRequest, unclaimedFor } from './one.ts'

type Sorts = Record<(typeof ownerRequestSorts)[number], Sort>

/**
 * Lists the owner requests that a person sent, those addressed to or claimed by them, or those that members of an organisation sent,
 * usually newest first; or those that they may see and nobody has claimed, usually oldest first. Paged by key.
 */
export async function listOwnerRequests(
  ctx: Acting<ReadCtx>,
  {
    view,
    organization,
    search = '',
    request,
    status,
    direction,
    limit,
    ...order
  }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const { tx, actor } = ctx
  const ofView = {
    sent: () => eq(table.requesterUserId, actor.id),
    received: () => or(eq(table.ownerEmail, actor.email), eq(table.claimedBy, actor.id)),
    unclaimed: () => unclaimedFor(actor),
    organization: () => sentByMembers(organizationAsked(actor, organization)),
  }[view]()
  const text = sql`deedbox_fold(concat_ws(' ', ${table.ownerName}, ${table.ownerEmail}, ${table.requesterName}, ${table.requesterEmail}, ${table.message}))`
  const conditions = wordsOf(search).map((word) => contains(text, word))
  const matching = and(
    ofView,
    request ? eq(table.id, request) : undefined,
    status && eq(table.status, status),
    ...conditions,
  )
  const sorts: Sorts = {
    createdAt: byTime(table.createdAt),
    // The name that this view shows.
    name: byText(
      view === 'received' ? table.requesterName : sql`coalesce(${table.ownerName}, ${table.ownerEmail})`,
    ),
    status: byText(table.status),
  }
  const { key, fromHere, orderBy, page } = sorted(
    sorts,
    {
      ...order,
      direction: direction ?? (view === 'unclaimed' ? 'asc' : undefined),
      shape: shapeOf('owner-requests', view, organization, status, search, request),
    },
    table.id,
  )
  const rows = await tx
    .select({ request: table, undelivered: undelivered(actor), sortKey: key })
    .from(table)
    .where(and(matching, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { shown, nextCursor } = page(rows, limit, ({ request }) => request.id)
  return {
    requests: shown.map(({ request, undelivered }) => toOwnerRequest(ctx, request, undelivered)),
    total: await tx.$count(table, matching),
    nextCursor,
  }
}

/**
 * The latest mail to the owner if it has permanently failed, over the requests of their requester: mails that failed are few, and found by
 * their status. An earlier one does not count once a reminder was sent.
 */
const undelivered = ({ id }: Actor): SQL<string | null> => sql<string | null>`
  case when ${table}.requester_user_id = ${id} and ${table}.status = 'pending' then (
    select m.id from ${mailMessages} m where m.status = 'failed' and m.kind in ('owner_request', 'owner_request_reminder')
      and m.data ->> 'requestId' = ${table}.id::text
      and m.created_at >= coalesce(${table}.last_reminded_at, ${table}.created_at)
    order by m.created_at desc limit 1) end`

const sentByMembers = (organizationId: string | null): SQL =>
  organizationId
    ? sql`${table.requesterUserId} = any(array(select ${profiles.id} from ${profiles} where ${profiles.organizationId} = ${organizationId}))`
    : sql`false`
