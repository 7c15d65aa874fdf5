import { daysBefore } from '@deedbox/contract/durations.ts'
import { lte } from 'drizzle-orm'
import { sessions, verifications } from '../../db/tables/accounts.ts'
import { usedAssertions } from '../../db/tables/sign-in.ts'
import { forgetRates } from '../../kernel/http/rates.ts'
import type { Services } from '../../kernel/services.ts'
import { endGuests } from './end-guests.ts'
import { forgetAttempts } from './lockout.ts'
import { mailResetLink, resetMailJob } from './password.ts'
import { phoneCodeJob, textSignInCode } from './phone-sign-in.ts'

/** Mails reset links, texts codes to sign in, removes expired rows every hour, gives every guest an end, and replaces the key for access tokens when it is due. */
export function defineAccountJobs(services: Services): void {
  const { jobs, contexts } = services
  jobs.define<{ email: string }>(resetMailJob, ({ data }) => mailResetLink(services, data.email))
  jobs.define<{ phone: string }>(phoneCodeJob, ({ data }) => textSignInCode(services, data.phone))

  jobs.define(
    'clean-up-accounts',
    async () => {
      await forgetRates(services.database)
      await contexts.work(async (ctx) => {
        // Codes are kept one more day, so that a late attempt is told that the code has expired.
        const dayAgo = daysBefore(ctx.now, 1)
        await ctx.tx.delete(sessions).where(lte(sessions.expiresAt, ctx.now))
        await ctx.tx.delete(verifications).where(lte(verifications.expiresAt, dayAgo))
        await ctx.tx.delete(usedAssertions).where(lte(usedAssertions.expiresAt, ctx.now))
        await forgetAttempts(ctx)
      })
    },
    { cron: '17 * * * *' },
  )
  jobs.define('end-guests', () => endGuests(services), { cron: '23 * * * *', atStart: true })
  jobs.define('rotate-signing-keys', () => services.signingKeys.rotate(), { cron: '41 * * * *' })
}
