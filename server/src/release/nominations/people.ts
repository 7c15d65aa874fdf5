import { and, asc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { nominees } from '../../db/tables/releases.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import { type NominationRow, ownerOf } from './find.ts'

/** Confirmed trustees, over `profiles`: they are told of every asking. */
export const tellTrustees: SQL = sql`(${profiles.role} = 'trustee' and ${profiles.confirmedAt} is not null)`

/** Name of whose papers a nomination `n` is of, beside the account `owner` of whoever owns them: the client's, or else the owner's. */
export const whose: SQL = sql`coalesce(n.on_behalf_of, owner.name)`

export type Told = { email: string; as: 'keeper' | 'nominee' }

/** Lists who is told of what a nominee asks for: the owner, all confirmed trustees, and the other nominees who accepted; nobody twice. */
export async function toldOf(ctx: ReadCtx, nomination: NominationRow, nomineeId: string): Promise<Told[]> {
  const owner = await ownerOf(ctx, nomination)
  const keepers = await ctx.tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(notDeactivated, sql`(${tellTrustees} or ${profiles.id} = ${owner.id})`))
    .orderBy(asc(profiles.id))
  const others = await ctx.tx
    .select({ email: profiles.email })
    .from(nominees)
    .innerJoin(profiles, eq(profiles.id, nominees.userId))
    .where(
      and(
        eq(nominees.nominationId, nomination.id),
        ne(nominees.id, nomineeId),
        isNotNull(nominees.acceptedAt),
        isNull(nominees.declinedAt),
        notDeactivated,
      ),
    )
  const known = new Set(keepers.map(({ email }) => email))
  return [
    ...keepers.map(({ email }) => ({ email, as: 'keeper' as const })),
    ...others
      .filter(({ email }) => !known.has(email))
      .map(({ email }) => ({ email, as: 'nominee' as const })),
  ]
}
