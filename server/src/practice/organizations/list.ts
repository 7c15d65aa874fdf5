import type * as contract from '@deedbox/contract/organizations.ts'
import type { organizationSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { frozen } from '../../db/named.ts'
import { byTime, type Sort, sorted } from '../../db/sorted.ts'
import { organizations } from '../../db/tables/accounts.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { selectOrganizations, toOrganizations } from './find.ts'

type Query = Input<typeof contract.listOrganizations>['query']
type Filter = Input<typeof contract.exportOrganizations>['query']

const sorts: Record<(typeof organizationSorts)[number], Sort> = {
  name: { key: frozen(sql`lower(${organizations.name})`), type: 'text' },
  createdAt: byTime(organizations.createdAt),
}

function matching({ search = '', status, state }: Filter): SQL | undefined {
  return and(
    ...wordsOf(search).map((word) => contains(organizations.searchText, word)),
    status === 'active' ? isNull(organizations.deactivatedAt) : undefined,
    status === 'deactivated' ? isNotNull(organizations.deactivatedAt) : undefined,
    state ? eq(organizations.state, state) : undefined,
  )
}

/** Organisations with their counts, by default by name; paged by key. */
export async function listOrganizations(
  ctx: ReadCtx,
  { search, status, state, limit, ...order }: Query,
): Promise<Answer<typeof contract.listOrganizations>> {
  const wanted = matching({ search, status, state })
  const shape = shapeOf('organizations', search, status, state)
  const { key, fromHere, orderBy, page } = sorted(sorts, { ...order, shape }, organizations.id)
  const rows = await selectOrganizations(ctx, key)
    .where(and(wanted, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { shown, nextCursor } = page(rows, limit, ({ id }) => id)
  return {
    organizations: await toOrganizations(ctx, shown),
    total: await ctx.tx.$count(organizations, wanted),
    nextCursor,
  }
}
