import { limits } from '@deedbox/contract/limits.ts'
import type { suggestPeople as endpoint } from '@deedbox/contract/sharing.ts'
import { and, eq, isNotNull, isNull, like, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents, recipients } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { anywhere, wordsOf } from '../../platform/search.ts'
import { seesEveryDocument, visibleTo } from '../../policy/visible.ts'

type Found = { email: string; name: string }

/** Number of people that match who are looked at, of which the best are shown. */
const looked = 200

/**
 * Suggests people whom the actor may know and whose name or email has these words: who was given access to documents that the actor
 * manages, who is of their organisation, and, for those who see all people, every account. Others are left out, so that typing finds out
 * nothing about who has an account.
 */
export async function suggestPeople(
  ctx: Acting<ReadCtx>,
  { query: { text } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const words = wordsOf(text)
  if (words.length === 0) return { people: [] }
  const patterns = words.map(anywhere)
  const sources = [accountsKnown(ctx, patterns), ...sharedWith(ctx, patterns)]
  const begins = patterns[0]?.slice(1)
  const people = await run<Found>(
    ctx,
    sql`
      select email, name from (
        select distinct on (found.email) found.email, coalesce(person.name, found.name) as name,
          deedbox_fold(coalesce(person.name, found.name)) as folded
        from (${sql.join(sources, sql` union all `)}) found left join ${profiles} person on person.email = found.email
        where found.email <> ${ctx.actor.email} and (person.user_id is null or (person.deactivated_at is null
          and (person.role <> 'trustee' or person.confirmed_at is not null)))
        order by found.email, found.name
      ) people
      order by (folded like ${begins} or email like ${begins}) desc, folded, email
      limit ${limits.suggestions}`,
    { prepared: false },
  )
  return { people }
}

/** Accounts that the actor may know: all of them, or those of their organisation. */
function accountsKnown({ actor }: Acting<ReadCtx>, patterns: string[]): SQL {
  const known = actor.permissions.includes('canManageSystem')
    ? undefined
    : actor.organizationId && actor.confirmed
      ? eq(profiles.organizationId, actor.organizationId)
      : sql`false`
  const here = and(
    known,
    isNull(profiles.deactivatedAt),
    ne(profiles.id, actor.id),
    or(not(eq(profiles.role, 'trustee')), isNotNull(profiles.confirmedAt)),
    ...patterns.map((pattern) => like(profiles.searchText, pattern)),
  )
  return sql`(select ${profiles.email} as email, ${profiles.name} as name from ${profiles} where ${here} limit ${looked})`
}

/** Finds people who were given access to documents that the actor manages; who manages all of them knows every recipient. */
function sharedWith({ actor, now }: Acting<ReadCtx>, patterns: string[]): SQL[] {
  if (!actor.permissions.includes('canManageDocuments')) return []
  if (seesEveryDocument(actor, now)) {
    const matching = and(...patterns.map((pattern) => like(recipients.searchText, pattern)))
    return [
      sql`(select ${recipients.userEmail}, ${recipients.userName} from ${recipients} where ${matching} limit ${looked})`,
    ]
  }
  const condition = and(
    visibleTo(actor, now),
    ...patterns.map((pattern) => like(documentAccess.searchText, pattern)),
  )
  return [
    sql`(select distinct ${documentAccess.userEmail}, ${documentAccess.userName} from ${documentAccess}
      join ${documents} on ${documents.id} = ${documentAccess.documentId} where ${condition} limit ${looked})`,
  ]
}
