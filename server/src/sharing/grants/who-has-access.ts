import { limits } from '@deedbox/contract/limits.ts'
import type { whoHasAccess as endpoint, Reader } from '@deedbox/contract/sharing.ts'
import { sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { liveGrant, visibleTo } from '../../policy/visible.ts'

type Row = Omit<Reader, 'firstEndsAt' | 'lastEndsAt'> &
  Record<'firstEndsAt' | 'lastEndsAt', Date> & { total: number }

const end = sql`least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})`

/**
 * Lists who has access to chosen documents now: those with most of the documents first. Only people who handle the documents that they see
 * may call this.
 */
export async function whoHasAccess(
  ctx: Acting<ReadCtx>,
  { body: { documentIds } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const ids = sql`${`{${documentIds.join(',')}}`}::uuid[]`
  const rows = await run<Row>(
    ctx,
    sql`
      select ${documentAccess.userEmail} as email, max(${documentAccess.userName}) as name,
        bool_and(${documentAccess.userId} is null) as invited, count(*)::int as documents,
        case when min(${documentAccess.accessLevel}) = max(${documentAccess.accessLevel})
          then min(${documentAccess.accessLevel}) end as "accessLevel",
        min(${end}) as "firstEndsAt", max(${end}) as "lastEndsAt", count(*) over ()::int as total
      from ${documentAccess} join ${documents} on ${documents.id} = ${documentAccess.documentId}
      where ${documentAccess.documentId} = any(${ids}) and ${liveGrant(ctx.now)} and ${visibleTo(ctx.actor, ctx.now)}
      group by ${documentAccess.userEmail}
      order by count(*) desc, lower(max(${documentAccess.userName})), ${documentAccess.userEmail}
      limit ${limits.accessShown}`,
    { prepared: false },
  )
  return {
    people: rows.map(({ total: _, firstEndsAt, lastEndsAt, ...row }) => ({
      ...row,
      firstEndsAt: firstEndsAt.toISOString(),
      lastEndsAt: lastEndsAt.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  }
}
