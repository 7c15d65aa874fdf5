import type { findDuplicates as endpoint } from '@deedbox/contract/documents.ts'
import { and, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { visibleTo } from '../../policy/visible.ts'

type Row = { sha256: string; id: string; title: string; uploadedAt: Date | string; clientName: string | null }

/**
 * Finds which of these contents are stored already in documents that the caller may see, the newest of each. It reads no content, so there
 * is no audit event.
 */
export async function findDuplicates(
  ctx: Acting<ReadCtx>,
  hashes: string[],
): Promise<Answer<typeof endpoint>> {
  const same = and(sql`${documents.sha256} = asked.sha256`, visibleTo(ctx.actor, ctx.now))
  const statement = sql`
    select asked.sha256, found.* from unnest(${`{${[...new Set(hashes)].join(',')}}`}::text[]) asked (sha256)
    cross join lateral (
      select ${documents.id}, ${documents.title}, ${documents.createdAt} as "uploadedAt", ${documents.clientName} as "clientName"
      from ${documents} where ${same} order by ${documents.createdAt} desc, ${documents.id} desc limit 1
    ) found`
  const rows = await run<Row>(ctx, statement, { prepared: false })
  return {
    duplicates: rows.map((row) => ({ ...row, uploadedAt: new Date(row.uploadedAt).toISOString() })),
  }
}
