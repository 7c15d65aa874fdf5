import type { Audience } from '@deedbox/contract/announcements.ts'
import { type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { profiles } from '../../db/tables/accounts.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'

const people = (only: SQL) =>
  sql`select ${profiles.email} as email from ${profiles} where ${notDeactivated} and ${only}`

/**
 * Selects the addresses of an audience. People who are chosen, or concerned by a document, are written to even if deactivated, and without
 * an account; a grant counts until its end.
 */
function addressesOf(audience: Audience, now: Date): SQL {
  if (audience.kind === 'everybody') return people(sql`true`)
  const chosen = sql.param(audience.chosen)
  if (audience.kind === 'roles') return people(sql`${profiles.role} = any(${chosen}::text[])`)
  if (audience.kind === 'organizations')
    return people(sql`${profiles.organizationId} = any(${chosen}::uuid[])`)
  if (audience.kind === 'people') return sql`select unnest(${chosen}::text[]) as email`
  return sql`select p.email from documents d join profiles p on p.user_id = d.owner_id where d.id = any(${chosen}::uuid[])
    union select a.user_email from document_access a where a.document_id = any(${chosen}::uuid[])
      and a.status = 'active' and least(a.expires_at, a.auto_revoke_date) > ${now.toISOString()}::timestamptz`
}

/** Counts the different addresses that an audience has now. */
export async function countRecipients(
  ctx: Pick<ReadCtx, 'query' | 'now'>,
  audience: Audience,
): Promise<number> {
  const addresses = addressesOf(audience, ctx.now)
  const [row] = await run<{ n: number }>(
    ctx,
    sql`select count(distinct email)::int as n from (${addresses}) addresses`,
    { prepared: false },
  )
  return row?.n ?? 0
}

/** Reads the next addresses of an audience after `cursor`, in order, each once. */
export async function nextRecipients(
  ctx: Pick<ReadCtx, 'query'>,
  { audience, createdAt, cursor }: { audience: Audience; createdAt: Date; cursor: string },
  limit: number,
): Promise<string[]> {
  const rows = await run<{ email: string }>(
    ctx,
    sql`select distinct email from (${addressesOf(audience, createdAt)}) addresses where email > ${cursor}
      order by email limit ${limit}`,
    { prepared: false },
  )
  return rows.map(({ email }) => email)
}
