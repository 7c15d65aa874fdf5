import type { Nominated } from '@deedbox/contract/nominated.ts'
import type { listNominations as endpoint } from '@deedbox/contract/nominations.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { readPage } from '../../db/list.ts'
import { frozen } from '../../db/named.ts'
import { byTime, sorted } from '../../db/sorted.ts'
import { nominations, nominees } from '../../db/tables/releases.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { nominationsVisibleTo } from '../../policy/nominations.ts'
import { isNominee } from './find.ts'
import { toManyNominated, toNominations } from './read.ts'

const sorts = { createdAt: byTime(nominations.createdAt) }
const id = frozen(sql`${nominations.id}`)

/** Nominations that the reader sees, newest first, paged by key. @throws Refusal 'invalid-input' for a cursor of another list. */
export async function listNominations(
  ctx: Acting<ReadCtx>,
  { cursor, limit, document, matter }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const order = { sort: 'createdAt' as const, cursor, shape: shapeOf('nominations', document, matter) }
  const { rows, ...page } = await readPage<{ id: string }>(ctx, {
    from: sql`${nominations}`,
    where: [
      nominationsVisibleTo(ctx.actor, ctx.now),
      document ? eq(nominations.documentId, document) : undefined,
      matter ? eq(nominations.matterId, matter) : undefined,
    ],
    order: sorted(sorts, order, nominations.id),
    limit,
    columns: sql`${id} as id`,
    rows: sql`${nominations}`,
  })
  return {
    nominations: await toNominations(
      ctx,
      rows.map((row) => row.id),
    ),
    ...page,
  }
}

/** Lists what the reader is named for, newest first: few, so they are one page. */
export async function listNominated(ctx: Acting<ReadCtx>): Promise<{ nominated: Nominated[] }> {
  const rows = await ctx.tx
    .select({ id: nominees.id })
    .from(nominees)
    .where(isNominee(ctx.actor))
    .orderBy(asc(nominees.id))
    .limit(200)
  return {
    nominated: await toManyNominated(
      ctx,
      rows.map((row) => row.id),
    ),
  }
}
