import type { listWaiting as endpoint, Waiting } from '@deedbox/contract/dashboards.ts'
import { id } from '@deedbox/contract/fields.ts'
import type { WaitingGroup } from '@deedbox/contract/today.ts'
import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { run } from '../../db/named.ts'
import { accessRequests, ownerContactRequests } from '../../db/tables/requests.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { carried, fromCursor, shapeOf, toCursor } from '../../platform/cursor.ts'
import { toOwnerRequest, unclaimedFor } from '../../sharing/owner-requests/one.ts'
import { reviewable, selectRequests, toRequest } from '../../sharing/requests/find.ts'

type Key = { source: 'access' | 'owner'; id: string; at: string; total: number }

/**
 * Everything that waits for the caller, oldest first, paged by key: requests they may decide, owner requests they may
 * claim, and those they claimed and have yet to fulfil. Each kind is read from the start of an index. Needs a snapshot.
 */
export async function listWaiting(
  ctx: Acting<ReadCtx>,
  { cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const shape = shapeOf('waiting')
  const after = cursor && fromCursor(cursor, z.tuple([z.literal(shape), carried.instant, id]))
  const keys = await run<Key>(
    ctx,
    nextKeys(ctx.actor, after ? { at: after[1], id: after[2] } : null, limit),
    {
      prepared: false,
    },
  )
  const shown = keys.slice(0, limit)
  const last = keys.length > limit ? shown.at(-1) : undefined
  const items = await itemsOf(ctx, shown)
  return {
    waiting: shown.flatMap((key) => items.get(key.id) ?? []),
    total: keys[0]?.total ?? (after ? await countWaiting(ctx) : 0),
    nextCursor: last ? toCursor([shape, new Date(last.at).toISOString(), last.id]) : null,
  }
}

/** Conditions of what waits, by kind: one for each table. Statuses are literals, so that the partial indexes are used. */
function conditions(actor: Actor) {
  const claims = actor.permissions.includes('canGrantAccess')
  return {
    requests: and(
      sql`${accessRequests.status} = 'pending'`,
      reviewable(actor),
      ne(accessRequests.requesterId, actor.id),
    ),
    unclaimed: claims ? unclaimedFor(actor) : sql`false`,
    claimed: and(
      sql`${ownerContactRequests.status} = 'claimed'`,
      claims ? eq(ownerContactRequests.claimedBy, actor.id) : sql`false`,
    ),
  }
}

const counted = (actor: Actor): SQL => {
  const { requests, unclaimed, claimed } = conditions(actor)
  const owners = (where: SQL | undefined) =>
    sql`(select count(*) from ${ownerContactRequests} where ${where})`
  return sql`((select count(*) from ${accessRequests} where ${requests}) + ${owners(unclaimed)} + ${owners(claimed)})::int`
}

function nextKeys(actor: Actor, after: { at: string; id: string } | null, limit: number): SQL {
  const { requests, unclaimed, claimed } = conditions(actor)
  const part = (
    source: Key['source'],
    table: typeof accessRequests | typeof ownerContactRequests,
    where?: SQL,
  ) => {
    const later =
      after && sql`(${table.createdAt}, ${table.id}) > (${after.at}::timestamptz, ${after.id}::uuid)`
    return sql`(select ${source} as source, ${table.id} as id, ${table.createdAt} as at from ${table}
      where ${and(where, later ?? undefined)} order by ${table.createdAt}, ${table.id} limit ${limit + 1})`
  }
  return sql`
    select *, ${counted(actor)} as total from (
      ${part('access', accessRequests, requests)} union all
      ${part('owner', ownerContactRequests, unclaimed)} union all
      ${part('owner', ownerContactRequests, claimed)}
    ) waiting order by at, id limit ${limit + 1}`
}

async function countWaiting(ctx: Acting<ReadCtx>): Promise<number> {
  const [row] = await run<{ total: number }>(ctx, sql`select ${counted(ctx.actor)} as total`, {
    prepared: false,
  })
  return row?.total ?? 0
}

type Requests = Extract<WaitingGroup, { kind: 'decide' | 'claim' | 'fulfil' }>

/** The same by what to do: how many of each, and the first of them. */
export async function firstWaiting(ctx: Acting<ReadCtx>, limit: number): Promise<Requests[]> {
  const { requests, unclaimed, claimed } = conditions(ctx.actor)
  const [decide, claim, fulfil] = await Promise.all([
    firstOf(ctx, accessRequests, requests, limit),
    firstOf(ctx, ownerContactRequests, unclaimed, limit),
    firstOf(ctx, ownerContactRequests, claimed, limit),
  ])
  const items = await itemsOf(ctx, [
    ...decide.ids.map((id) => ({ source: 'access' as const, id })),
    ...[...claim.ids, ...fulfil.ids].map((id) => ({ source: 'owner' as const, id })),
  ])
  const access = decide.ids.flatMap((id) => itemOf(items, id, 'access'))
  const owner = ({ ids }: First) => ids.flatMap((id) => itemOf(items, id, 'owner'))
  const groups: Requests[] = [
    { kind: 'decide', total: decide.total, items: access },
    { kind: 'claim', total: claim.total, items: owner(claim) },
    { kind: 'fulfil', total: fulfil.total, items: owner(fulfil) },
  ]
  return groups.filter(({ total }) => total > 0)
}

type First = { total: number; ids: string[] }

async function firstOf(
  { tx }: ReadCtx,
  table: typeof accessRequests | typeof ownerContactRequests,
  where: SQL | undefined,
  limit: number,
): Promise<First> {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(limit)
  return {
    total: rows.length < limit ? rows.length : await tx.$count(table, where),
    ids: rows.map(({ id }) => id),
  }
}

const itemOf = <Kind extends Waiting['kind']>(items: Map<string, Waiting>, id: string, kind: Kind) => {
  const item = items.get(id)
  return item?.kind === kind ? [item.request as Extract<Waiting, { kind: Kind }>['request']] : []
}

/** The rows of some keys, by id. */
async function itemsOf(
  ctx: Acting<ReadCtx>,
  keys: Pick<Key, 'source' | 'id'>[],
): Promise<Map<string, Waiting>> {
  const ids = (source: Key['source']) => keys.filter((key) => key.source === source).map((key) => key.id)
  const [access, owner] = [ids('access'), ids('owner')]
  const items = new Map<string, Waiting>()
  if (access.length > 0)
    for (const row of await selectRequests(ctx).where(inArray(accessRequests.id, access)))
      items.set(row.request.id, { kind: 'access', request: toRequest(ctx, row) })
  if (owner.length > 0)
    for (const row of await ctx.tx
      .select()
      .from(ownerContactRequests)
      .where(inArray(ownerContactRequests.id, owner)))
      items.set(row.id, { kind: 'owner', request: toOwnerRequest(ctx, row) })
  return items
}
