import type { getMatter as endpoint, Matter } from '@deedbox/contract/matters.ts'
import { countedTo } from '@deedbox/contract/total.ts'
import { and, inArray, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { totalOf } from '../../db/total.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { findMatter, keepsMatters, type StoredMatter } from '../../policy/matters.ts'
import { newestSeen, visibleTo } from '../../policy/visible.ts'

/** @throws Refusal 'matter-not-found' */
export async function getMatter(ctx: Acting<ReadCtx>, matterId: string): Promise<Answer<typeof endpoint>> {
  return { matter: await toMatter(ctx, await findMatter(ctx, matterId)) }
}

/** A matter as the API returns it. */
export async function toMatter(ctx: Acting<ReadCtx>, row: StoredMatter): Promise<Matter> {
  const [matter] = await toMatters(ctx, [row])
  if (!matter) throw new Error('A matter is gone')
  return matter
}

/** Several matters as the API returns them, with three statements for all of them. */
export async function toMatters(ctx: Acting<ReadCtx>, rows: StoredMatter[]): Promise<Matter[]> {
  const counts = await documentsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const people = await namesOf(
    ctx,
    rows.map(({ responsibleId }) => responsibleId),
  )
  const firms = await firmsOf(
    ctx,
    rows.map(({ organizationId }) => organizationId),
  )
  const edit = keepsMatters(ctx.actor)
  return rows.map(
    ({ responsibleId, organizationId, searchText: _, runId: __, createdAt, updatedAt, ...row }) => ({
      ...row,
      responsible: people.get(responsibleId) ?? null,
      organization: firms.get(organizationId) ?? null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      documents: totalOf(counts.get(row.id) ?? 0),
      can: { edit },
    }),
  )
}

type Named = Map<string | null, { id: string; name: string }>

const given = (ids: (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null)

async function namesOf({ tx }: ReadCtx, ids: (string | null)[]): Promise<Named> {
  const wanted = inArray(profiles.id, given(ids))
  const rows = await tx.select({ id: profiles.id, name: profiles.name }).from(profiles).where(wanted)
  return new Map(rows.map((row) => [row.id, row]))
}

async function firmsOf({ tx }: ReadCtx, ids: (string | null)[]): Promise<Named> {
  const { id, name } = organizations
  const rows = await tx
    .select({ id, name })
    .from(organizations)
    .where(inArray(id, given(ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Numbers of documents that the reader sees in each matter, counted a little further than they are told. */
async function documentsOf(ctx: Acting<ReadCtx>, ids: string[]): Promise<Map<string, number>> {
  const seen = and(
    sql`${documents.matterId} = wanted.id`,
    visibleTo(ctx.actor, ctx.now, 'current', { lockedToo: true }),
    newestSeen(ctx.actor, ctx.now),
  )
  const statement = sql`
    select wanted.id, (select count(*) from (select 1 from ${documents} where ${seen} limit ${sql.raw(String(countedTo + 1))}) found)::int as n
    from unnest(${`{${ids.join(',')}}`}::uuid[]) wanted (id)`
  const rows = await run<{ id: string; n: number }>(ctx, statement, { prepared: false })
  return new Map(rows.map(({ id, n }) => [id, n]))
}
