import { limits } from '@deedbox/contract/limits.ts'
import type { whoHasAccess as endpoint, Reader } from '@deedbox/contract/sharing.ts'
import { sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { releasedDocuments } from '../../db/tables/releases.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { liveGrant, liveRelease, visibleTo } from '../../policy/visible.ts'

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
      with readers as (
        select ${documentAccess.documentId} as document, ${documentAccess.userEmail} as email, ${documentAccess.userName} as name,
          ${documentAccess.userId} is null as invited, ${documentAccess.accessLevel} as level, ${end} as ends
        from ${documentAccess} where ${documentAccess.documentId} = any(${ids}) and ${liveGrant(ctx.now)}
        union all
        select ${releasedDocuments.documentId}, ${profiles.email}, ${profiles.name}, false, ${releasedDocuments.accessLevel}, ${releasedDocuments.ends}
        from ${releasedDocuments} join ${profiles} on ${profiles.id} = ${releasedDocuments.userId}
        where ${releasedDocuments.documentId} = any(${ids}) and ${liveRelease(ctx.now)}
      )
      select email, max(readers.name) as name, bool_and(invited) as invited, count(distinct document)::int as documents,
        case when min(level) = max(level) then min(level) end as "accessLevel",
        min(ends) as "firstEndsAt", max(ends) as "lastEndsAt", count(*) over ()::int as total
      from readers join ${documents} on ${documents.id} = readers.document
      where ${visibleTo(ctx.actor, ctx.now)}
      group by email
      order by count(distinct document) desc, lower(max(readers.name)), email
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
