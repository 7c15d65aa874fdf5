import { setFilters } from '@deedbox/contract/filters.ts'
import type { listMatters as endpoint, MatterFilter } from '@deedbox/contract/matters.ts'
import type { matterSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { readPage } from '../../db/list.ts'
import { byText, byTime, type Sort, sorted } from '../../db/sorted.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { mattersVisibleTo } from '../../policy/matters.ts'
import { toMatters } from './one.ts'

const sorts: Record<(typeof matterSorts)[number], Sort> = {
  name: byText(matters.name),
  reference: byText(matters.reference),
  createdAt: byTime(matters.createdAt),
}

/** A value without 'all', which is no filter. */
type Value<N extends keyof MatterFilter> = Exclude<NonNullable<MatterFilter[N]>, 'all'>
const conditions: { [N in keyof MatterFilter]-?: (value: Value<N>) => SQL | undefined } = {
  search: (text) => and(...wordsOf(text).map((word) => contains(matters.searchText, word))),
  matterKind: (kind) => eq(matters.kind, kind),
  matterStatus: (status) => eq(matters.status, status),
  governingLaw: (state) => eq(matters.governingLaw, state),
  organization: (id) => eq(matters.organizationId, id),
  responsible: (id) => eq(matters.responsibleId, id),
}

const filtered = (filter: MatterFilter) =>
  (setFilters(filter) as [keyof MatterFilter, never][]).map(([name, value]) => conditions[name](value))

/** Matters that the reader sees, by default by name, paged by key. @throws Refusal 'invalid-input' for a cursor of another list. */
export async function listMatters(
  ctx: Acting<ReadCtx>,
  { sort, direction, cursor, limit, ...filter }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const order = sorted(sorts, { sort, direction, cursor, shape: shapeOf('matters', filter) }, matters.id)
  const { rows, ...page } = await readPage<{ id: string }>(ctx, {
    from: sql`${matters}`,
    where: [mattersVisibleTo(ctx.actor, ctx.now), ...filtered(filter)],
    order,
    limit,
    columns: sql`${matters.id} as id`,
    rows: sql`${matters}`,
  })
  const ids = rows.map(({ id }) => id)
  const found = await ctx.tx.select().from(matters).where(inArray(matters.id, ids))
  const byId = new Map(found.map((row) => [row.id, row]))
  return {
    matters: await toMatters(
      ctx,
      ids.flatMap((id) => byId.get(id) ?? []),
    ),
    ...page,
  }
}
