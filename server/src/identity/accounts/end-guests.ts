import { dayOf } from '@deedbox/contract/dates.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import type { Services } from '../../kernel/services.ts'
import { guestEnd } from './guest-end.ts'
import { guestEndSet } from './guest-end-set.mail.tsx'

/** Number of people who are told in one transaction. */
const batch = 500

/**
 * Gives every guest who has no end of access one, 90 days from now, and tells them by a mail: guests who
 * signed up when that gave none, also through an older server while Deedbox is upgraded.
 */
export async function endGuests({ contexts, mail }: Pick<Services, 'contexts' | 'mail'>): Promise<void> {
  for (let found = batch; found === batch; ) {
    found = await contexts.work(async (ctx) => {
      const endless = await ctx.tx
        .select()
        .from(profiles)
        .where(and(eq(profiles.role, 'guest'), isNull(profiles.accessExpiresAt), notDeactivated))
        .limit(batch)
        .for('update')
      const accessExpiresAt = guestEnd(null, ctx)
      const expiresOn = dayOf(accessExpiresAt, ctx.settings.timeZone)
      for (const { id, email, firstName } of endless) {
        await ctx.tx.update(profiles).set({ accessExpiresAt, updatedAt: ctx.now }).where(eq(profiles.id, id))
        await ctx.audit({ event: 'access_expiry_set', subjectEmail: email, details: { expiresOn } })
        await mail.enqueue(ctx, guestEndSet, email, {
          firstName,
          accessExpiresAt: accessExpiresAt.toISOString(),
        })
      }
      return endless.length
    })
  }
}
