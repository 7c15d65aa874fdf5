import { daysAfter } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import { sentNotices } from '../../db/tables/requests.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import type { Services } from '../../kernel/services.ts'
import { tokenEnding } from './token-ending.mail.tsx'

/** Number of people who are told in one transaction. */
const batch = 500

/**
 * Tells people of their tokens that end within a week, once each; not of those that were made for a week or less. The row
 * in sent_notices commits together with the mail.
 */
export async function tellOfEnding({ contexts, mail }: Pick<Services, 'contexts' | 'mail'>): Promise<void> {
  for (let found = batch; found === batch; ) {
    found = await contexts.work(async (ctx) => {
      const rows = await ctx.tx
        .select({ token: sessions, person: profiles })
        .from(sessions)
        .innerJoin(profiles, eq(profiles.id, sessions.userId))
        .where(
          and(
            eq(sessions.kind, 'token'),
            gt(sessions.expiresAt, ctx.now),
            lte(sessions.expiresAt, daysAfter(ctx.now, limits.endNoticeDays)),
            sql`${sessions.expiresAt} - ${sessions.createdAt} > ${limits.endNoticeDays + 1} * interval '1 day'`,
            sql`not exists (select 1 from ${sentNotices} n where n.kind = 'token_ending' and n.subject_id = ${sessions.id})`,
            notDeactivated,
          ),
        )
        .limit(batch)
      for (const { token, person } of rows) {
        const about = token.expiresAt.toISOString()
        const first = await ctx.tx
          .insert(sentNotices)
          .values({ kind: 'token_ending', subjectId: token.id, recipient: person.id, about, sentAt: ctx.now })
          .onConflictDoNothing()
          .returning({ id: sentNotices.subjectId })
        if (first.length === 0) continue
        const name = token.name ?? ''
        await mail.enqueue(ctx, tokenEnding, person.email, {
          firstName: person.firstName,
          name,
          expiresAt: about,
        })
        await ctx.audit({
          event: 'notice_sent',
          subjectEmail: person.email,
          details: { kind: 'token_ending', about },
        })
      }
      return rows.length
    })
  }
}

export const defineTokenJobs = (services: Services): void =>
  services.jobs.define('tokens-ending', () => tellOfEnding(services), { cron: '11 * * * *', atStart: true })
