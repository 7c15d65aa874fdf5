import type { Leaving } from '@deedbox/contract/leaving.ts'
import { locksAt } from '@deedbox/contract/leaving-terms.ts'
import { eq } from 'drizzle-orm'
import { organizations } from '../../db/tables/accounts.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import type { OrganizationRow } from '../../practice/organizations/find.ts'

/** @throws Refusal 'organization-not-found' */
export async function getLeaving(ctx: Acting<ReadCtx>, organizationId: string): Promise<Leaving> {
  const [row] = await ctx.tx.select().from(organizations).where(eq(organizations.id, organizationId))
  if (!row) throw new Refusal('organization-not-found')
  return standingOf(ctx, row)
}

const standingOf = ({ now }: Acting<ReadCtx>, row: OrganizationRow): Leaving => {
  const { leavingFrom: from } = row
  return {
    leaving: from && {
      from: from.toISOString(),
      locksAt: locksAt(from).toISOString(),
      locked: locksAt(from) <= now,
      reason: row.leavingReason ?? '',
      by: row.leavingByName ?? '',
    },
  }
}
