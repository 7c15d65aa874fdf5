import { type HealthState, healthStates } from '@deedbox/contract/system.ts'
import { count, inArray } from 'drizzle-orm'
import { mailMessages } from '../../db/tables/mail.ts'
import { healthNow } from '../../db/tables/system.ts'
import { wordProgress } from '../../finding/words/progress.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { lastGoodBackup } from '../backup/schedule/recent.ts'
import { gauge, type Metric } from './prometheus.ts'
import { online, storedDocuments } from './system.ts'

/** Reads what the database holds, by index, tally or catalogue. It needs a snapshot. */
export async function storedMetrics(services: Services, ctx: ReadCtx): Promise<Metric[]> {
  const { documents, bytes } = await storedDocuments(ctx)
  const { people, sessions } = await online(services, ctx)
  const health = await ctx.tx.select().from(healthNow)
  const backup = await lastGoodBackup(ctx)
  const words = await wordProgress(services, ctx)
  return [
    gauge('deedbox_documents', 'Documents that are not deleted.', documents),
    gauge('deedbox_documents_bytes', 'Their size.', bytes),
    gauge(
      'deedbox_words_documents',
      'Documents whose text is still to be read for the search (counted up to 10,000), and could not be read.',
      [
        { labels: { state: 'waiting' }, value: words.toRead },
        { labels: { state: 'unreadable' }, value: words.unreadable },
      ],
    ),
    ...(backup
      ? [
          gauge(
            'deedbox_backup_age_seconds',
            'How long ago the last good backup began.',
            (ctx.now.getTime() - backup.startedAt.getTime()) / 1_000,
          ),
          gauge('deedbox_backup_bytes', 'What the last good backup holds.', backup.bytesTotal ?? 0),
        ]
      : []),
    gauge('deedbox_online_people', 'People with a request in the last 5 minutes.', people),
    gauge('deedbox_online_sessions', 'Sessions with a request in the last 5 minutes.', sessions),
    gauge('deedbox_mail_messages', 'Emails that are not sent, by state.', await unsentMail(ctx)),
    gauge('deedbox_jobs', 'Background jobs by queue and state.', await jobs(services, ctx)),
    gauge(
      'deedbox_health',
      'The last check of each part: 1 for the state that it is in.',
      health.flatMap(({ check, state }) =>
        healthStates.map((one: HealthState) => ({
          labels: { check, state: one },
          value: one === state ? 1 : 0,
        })),
      ),
    ),
    gauge(
      'deedbox_health_checked_seconds',
      'When each part was last checked, in seconds since 1970.',
      health.map(({ check, at }) => ({ labels: { check }, value: at.getTime() / 1_000 })),
    ),
  ]
}

async function unsentMail({ tx }: ReadCtx) {
  const rows = await tx
    .select({ state: mailMessages.status, value: count() })
    .from(mailMessages)
    .where(inArray(mailMessages.status, ['waiting', 'failed']))
    .groupBy(mailMessages.status)
  return (['waiting', 'failed'] as const).map((state) => ({
    labels: { state },
    value: rows.find((row) => row.state === state)?.value ?? 0,
  }))
}

/** Reads waiting jobs as they are; the queue counts the running and the failed ones once a minute. */
async function jobs({ jobs }: Services, { query }: ReadCtx) {
  const { rows } = await query<{ queue: string; waiting: number; active: number; failed: number }>(
    `select q.name as queue, coalesce(w.n, 0)::int as waiting, q.active_count as active, q.failed_count as failed
     from pgboss.queue q left join (
       select name, count(*) as n from pgboss.job where name = any($1) and state < 'active' and not blocked group by name
     ) w using (name) where q.name = any($1) order by 1`,
    [jobs.defined().map(({ name }) => name)],
  )
  return rows.flatMap(({ queue, ...counts }) =>
    Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
  )
}
