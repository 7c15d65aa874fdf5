import type { RequestHit } from '@deedbox/contract/search.ts'
import { and, type Column, eq, or, type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { documents } from '../../db/tables/documents.ts'
import { accessRequests, ownerContactRequests } from '../../db/tables/requests.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { visibleTo } from '../../policy/visible.ts'
import { unclaimedFor } from '../../sharing/owner-requests/one.ts'
import { ofOrganization, own, reviewable, shownName } from '../../sharing/requests/find.ts'
import { few } from './few.ts'

/** Finds requests for access, and requests to owners, that the reader sees in a list; the newest first. */
export async function searchRequests(ctx: Acting<ReadCtx>, text: string): Promise<RequestHit[]> {
  const words = wordsOf(text)
  const rows = await run<RequestHit>(
    ctx,
    sql`select * from (${found(words, forAccess(ctx))} union all ${found(words, toOwners(ctx))}) found
      order by "createdAt" desc, id desc limit ${few}`,
    { prepared: false },
  )
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
}

type Kind = {
  kind: RequestHit['kind']
  table: typeof accessRequests | typeof ownerContactRequests
  /** Condition for those that the reader sees. */
  theirs: SQL | undefined
  join: SQL
  own: SQL
  /** Name that the reader sees of them, and nothing else, so that a search reveals no title. */
  name: SQL
  texts: Column[]
}

function forAccess({ actor, now }: Acting<ReadCtx>): Kind {
  const { requesterEmail, clientName, documentId } = accessRequests
  const overseen =
    actor.permissions.includes('canManageOrganization') && actor.organizationId
      ? ofOrganization(actor.organizationId)
      : undefined
  return {
    kind: 'access',
    table: accessRequests,
    theirs: or(own(actor), reviewable(actor), overseen),
    join: sql`left join ${documents} on ${and(eq(documents.id, documentId), visibleTo(actor, now))}`,
    own: own(actor),
    name: shownName,
    texts: [requesterEmail, clientName],
  }
}

function toOwners({ actor }: Acting<ReadCtx>): Kind {
  const { requesterUserId, ownerName, ownerEmail, claimedBy, requesterEmail, message } = ownerContactRequests
  const ofReader = eq(requesterUserId, actor.id)
  return {
    kind: 'owner',
    table: ownerContactRequests,
    theirs: or(ofReader, eq(ownerEmail, actor.email), eq(claimedBy, actor.id), unclaimedFor(actor)),
    join: sql``,
    // People who asked without an account are nobody here.
    own: sql`coalesce(${ofReader}, false)`,
    name: sql`coalesce(${ownerName}, ${ownerEmail})`,
    texts: [ownerEmail, requesterEmail, message],
  }
}

function found(words: string[], { kind, table, theirs, join, own, name, texts }: Kind): SQL {
  const { id, requesterName, status, createdAt } = table
  const newest = sql`order by ${createdAt} desc, ${id} desc`
  const columns = [name, requesterName, ...texts].map((column) => sql`${column}`)
  const text = sql`deedbox_fold(concat_ws(' ', ${sql.join(columns, sql`, `)}))`
  return sql`(
    select ${id} as id, ${kind} as kind, ${name} as name, ${requesterName} as "requesterName", ${status} as status,
      ${createdAt} as "createdAt", ${own} as own
    from ${table} ${join}
    where ${and(theirs, ...words.map((word) => contains(text, word)))} ${newest} limit ${few})`
}
