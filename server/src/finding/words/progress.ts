import { and, eq, isNull, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { documents } from '../../db/tables/documents.ts'
import { documentWords, wordIndex } from '../../db/tables/words.ts'
import { totalOf } from '../../db/total.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { due } from './due.ts'
import { currentReader } from './read-words.ts'

type Counted = { begun: number; due: number; seen: number; unreadable: number }

/**
 * Counts the documents that are still to be read for the search in their text, and those that could not be read. Only what the walk has
 * before it is looked at, and no more than totals count.
 */
export async function wordProgress(services: Pick<Services, 'office' | 'ocr'>, ctx: ReadCtx) {
  const reader = currentReader(services)
  const words = eq(documentWords.documentId, documents.id)
  const current = isNull(documents.deletedAt)
  const one = (outcome: string) => sql`${documentWords.outcome} = ${outcome}`
  const [row] = await run<Counted>(
    ctx,
    sql`with place as (
        select ${wordIndex.walkedAt} as at, ${wordIndex.walkedId} as id from ${wordIndex} where ${wordIndex.reader} = ${reader}
      ), next as materialized (
        select ${documents.id} as id from ${documents}
        where ${current} and (${documents.createdAt}, ${documents.id}) > (
          coalesce((select at from place), '-infinity'), coalesce((select id from place), '00000000-0000-0000-0000-000000000000'))
        order by ${documents.createdAt}, ${documents.id} limit 10001
      )
      select
        (select count(*) from ${documentWords} join ${documents} on ${words} where ${and(one('begun'), current)})::int as begun,
        (select count(*) from next)::int as seen,
        (select count(*) from next left join ${documentWords} on ${documentWords.documentId} = next.id
          where ${due(reader)} and ${documentWords.outcome} is distinct from 'begun')::int as due,
        (select count(*) from ${documentWords} join ${documents} on ${words}
          where ${and(sql`${documentWords.hashes} = '{}'`, one('unreadable'), eq(documentWords.reader, reader), current)})::int as unreadable`,
    { prepared: false },
  )
  const { begun, due: left, seen, unreadable } = row ?? { begun: 0, due: 0, seen: 0, unreadable: 0 }
  const { total, totalIsMore } = totalOf(begun + left)
  return { toRead: total, toReadIsMore: totalIsMore || (seen > 10_000 && left > 0), unreadable }
}
