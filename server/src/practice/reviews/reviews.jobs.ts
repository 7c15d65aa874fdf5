import { dayOf } from '@deedbox/contract/dates.ts'
import { documentKinds } from '@deedbox/contract/document-kinds.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import type { Services } from '../../kernel/services.ts'

/** Reviews that begin in one transaction. */
const BATCH = 500

/** Lists the years of each kind; a type without a kind is the kind of the same name. */
const yearsOf = (years: Settings['reviewYears']) =>
  Object.fromEntries(Object.entries(documentKinds).map(([kind, { group }]) => [kind, years[group]]))

/**
 * Begins the reviews that are due: on the day that the last review named, or, where there was none, so many years after the upload as the
 * setting says for the group of its kind. One waits for a document at most. Nothing is removed by it, nor by any outcome.
 */
export async function beginReviews({ contexts }: Pick<Services, 'contexts'>): Promise<void> {
  for (let begun = BATCH; begun === BATCH; ) {
    begun = await contexts.work(async (ctx) => {
      const { timeZone, reviewYears } = ctx.settings
      const rows = await run<{ id: string; documentId: string; dueOn: string }>(
        ctx,
        sql`insert into document_reviews (document_id, due_on)
          select d.id, due.day from documents d
          left join lateral (select next_on from document_reviews r where r.document_id = d.id and r.outcome is not null
            order by r.decided_at desc limit 1) last on true
          cross join lateral (select coalesce(last.next_on, ((d.created_at at time zone ${timeZone})
            + make_interval(years => (${JSON.stringify(yearsOf(reviewYears))}::jsonb ->> coalesce(d.kind, d.type))::int))::date) as day) due
          where d.deleted_at is null and due.day <= ${dayOf(ctx.now, timeZone)}::date
            and not exists (select from document_reviews r where r.document_id = d.id and r.outcome is null)
          order by due.day limit ${BATCH}
          on conflict do nothing
          returning id, document_id as "documentId", due_on::text as "dueOn"`,
        { prepared: false },
      )
      await ctx.audit(
        ...rows.map(({ id, documentId, dueOn }) => ({
          event: 'document_review_due' as const,
          documentId,
          details: { reviewId: id, dueOn },
        })),
      )
      return rows.length
    })
  }
}

export function defineReviewJobs(services: Services): void {
  services.jobs.define('begin-reviews', () => beginReviews(services), { cron: '23 * * * *' })
}
