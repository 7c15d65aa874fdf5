import type { DueFilter } from '@deedbox/contract/due-date-terms.ts'
import type { listDueDates as endpoint } from '@deedbox/contract/due-dates.ts'
import { setFilters } from '@deedbox/contract/filters.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { readPage } from '../../db/list.ts'
import { frozen } from '../../db/named.ts'
import { sorted } from '../../db/sorted.ts'
import { dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { dueDatesVisibleTo } from '../../policy/due-dates.ts'
import { toDueDates } from './one.ts'

/** Day, as its index has it: what has only words comes last. */
const dueDay = frozen(sql`coalesce(${dueDates.dueOn}, 'infinity'::date)`)

/** A value without 'all', which is no filter. */
type Value<N extends keyof DueFilter> = Exclude<NonNullable<DueFilter[N]>, 'all'>
const conditions: { [N in keyof DueFilter]-?: (value: Value<N>) => SQL | undefined } = {
  search: (text) => and(...wordsOf(text).map((word) => contains(dueDates.searchText, word))),
  dueKind: (kind) => eq(dueDates.kind, kind),
  dueStatus: (status) => eq(dueDates.status, status),
  dueFrom: (day) => sql`(${dueDay} >= ${day}::date and ${dueDay} < 'infinity'::date)`,
  dueTo: (day) => sql`${dueDay} <= ${day}::date`,
  matter: (id) => eq(dueDates.matterId, id),
  document: (id) => eq(dueDates.documentId, id),
  person: (id) =>
    sql`exists (select from ${dueDatePeople} where ${and(eq(dueDatePeople.dueDateId, dueDates.id), eq(dueDatePeople.userId, id))})`,
}

const filtered = (filter: DueFilter) =>
  (setFilters(filter) as [keyof DueFilter, never][]).map(([name, value]) => conditions[name](value))

/** What falls due that the reader sees, the earliest first, paged by key. @throws Refusal 'invalid-input' for a cursor of another list. */
export async function listDueDates(
  ctx: Acting<ReadCtx>,
  { cursor, limit, ...filter }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const shape = shapeOf('due-dates', filter)
  const sort = { sort: 'dueOn' as const, direction: 'asc' as const, cursor, shape }
  const { rows, ...page } = await readPage<{ id: string }>(ctx, {
    from: sql`${dueDates}`,
    where: [dueDatesVisibleTo(ctx.actor, ctx.now), ...filtered(filter)],
    order: sorted({ dueOn: { key: dueDay, type: 'date' } }, sort, dueDates.id),
    limit,
    columns: sql`${dueDates.id} as id`,
    rows: sql`${dueDates}`,
  })
  return {
    dueDates: await toDueDates(
      ctx,
      rows.map(({ id }) => id),
    ),
    ...page,
  }
}
