import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import { Refusal } from '../../platform/errors.ts'

/**
 * Finds the addresses to which a request goes: the document's owner, if they may decide; otherwise the confirmed trustees (at most 20, the
 * latest to sign in); if there is none, the administrators. Never a person who is deactivated, or whose organisation is.
 * @throws Refusal 'nobody-to-ask'
 */
export async function askedAbout(
  ctx: ReadCtx,
  requesterId: string,
  documentId: string | null,
): Promise<string[]> {
  const [owner] = documentId
    ? await ctx.tx
        .select({ email: profiles.email })
        .from(documents)
        .innerJoin(profiles, eq(profiles.id, documents.ownerId))
        .where(
          and(
            eq(documents.id, documentId),
            ne(profiles.id, requesterId),
            or(eq(profiles.role, 'trustee'), eq(profiles.role, 'admin')),
            notDeactivated,
          ),
        )
    : []
  if (owner) return [owner.email]
  const trustees = await lastHere(
    ctx,
    and(eq(profiles.role, 'trustee'), isNotNull(profiles.confirmedAt), ne(profiles.id, requesterId)),
  )
  if (trustees.length > 0) return trustees
  const admins = await lastHere(ctx, and(eq(profiles.role, 'admin'), ne(profiles.id, requesterId)))
  if (admins.length === 0) throw new Refusal('nobody-to-ask')
  return admins
}

/**
 * Tells whether a reminder of a request would reach anybody but its sender: the same choice of recipients, as a condition over
 * `access_requests`.
 */
export function remindsOthers({ id }: Pick<Actor, 'id'>): SQL<boolean> {
  const other = sql`${profiles.id} <> ${id}`
  const people = (which: SQL) =>
    sql`(select bool_or(${other}) from ${profiles} where ${which} and ${notDeactivated}
      and ${profiles.id} <> ${accessRequests.requesterId})`
  const owners = sql`
    (select ${other} from ${documents} d join ${profiles} on ${profiles.id} = d.owner_id
     where d.id = ${accessRequests.documentId} and ${profiles.role} in ('trustee', 'admin')
       and ${notDeactivated}
       and ${profiles.id} <> ${accessRequests.requesterId})`
  const trustees = people(sql`${profiles.role} = 'trustee' and ${profiles.confirmedAt} is not null`)
  return sql`coalesce(${owners}, ${trustees}, ${people(sql`${profiles.role} = 'admin'`)}, false)`
}

async function lastHere(ctx: ReadCtx, who: SQL | undefined): Promise<string[]> {
  const people = await ctx.tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(who, notDeactivated))
    .orderBy(sql`${profiles.lastSignedInAt} desc nulls last`, asc(profiles.id))
    .limit(limits.request.asked)
  return people.map(({ email }) => email)
}
