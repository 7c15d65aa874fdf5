import type { listHolds as endpoint } from '@deedbox/contract/holds.ts'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { legalHolds } from '../../db/tables/holds.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { carried, fromCursor, toCursor } from '../../platform/cursor.ts'
import { holdIsOn } from '../../policy/holds.ts'
import { holdIs, toHold } from './one.ts'
import { hasSecond } from './second.ts'

const key = z.tuple([carried.instant, z.uuid()])

/** Legal holds, newest first, paged by key. */
export async function listHolds(
  ctx: Acting<ReadCtx>,
  { status, kind, subject, cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const wanted = and(
    status === 'all' ? undefined : holdIs[status],
    kind && subject !== undefined ? holdIsOn(kind, subject) : undefined,
  )
  const rows = await ctx.tx
    .select()
    .from(legalHolds)
    .where(and(wanted, cursor === undefined ? undefined : olderThan(cursor)))
    .orderBy(desc(legalHolds.setAt), desc(legalHolds.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const second = await hasSecond(ctx)
  return {
    holds: shown.map((row) => toHold(ctx, row, second)),
    total: await ctx.tx.$count(legalHolds, wanted),
    nextCursor: last ? toCursor([last.setAt.toISOString(), last.id]) : null,
  }
}

function olderThan(cursor: string): SQL {
  const [at, id] = fromCursor(cursor, key)
  return sql`(${legalHolds.setAt}, ${legalHolds.id}) < (${at}::timestamptz, ${id}::uuid)`
}
