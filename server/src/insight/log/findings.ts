import { administrators } from '../../kernel/mail/administrators.ts'
import type { Services } from '../../kernel/services.ts'
import { checkLog } from './check.ts'
import { checkContents } from './check-content.ts'
import { logMismatch } from './log-mismatch.mail.tsx'

/** Keeps what a check found: what is new is recorded and mailed to the administrators; all of it is shown until it is settled. */
async function keep(
  { contexts, mail, database: { query } }: Pick<Services, 'contexts' | 'mail' | 'database'>,
  problems: readonly string[],
): Promise<void> {
  if (problems.length === 0) return
  await contexts.work(async (ctx) => {
    // xmax tells a row that was inserted from one that was there.
    const { rows } = await query<{ problem: string; added: boolean }>(
      `insert into log_findings (problem, found_at, seen_at) select distinct p, $2::timestamptz, $2::timestamptz from unnest($1::text[]) p
       on conflict (problem) do update set seen_at = excluded.seen_at returning problem, xmax = 0 as added`,
      [problems, ctx.now],
    )
    const added = rows.filter((row) => row.added).map(({ problem }) => problem)
    if (added.length === 0) return
    await ctx.audit(
      ...added.map((problem) => ({ event: 'log_mismatch_found' as const, details: { problem } })),
    )
    const data = { problems: added.map((text) => ({ text })) }
    const to = await administrators(ctx)
    await mail.enqueueAll(
      ctx,
      logMismatch,
      to.map((address) => ({ to: address, data })),
    )
  })
}

/** Checks the whole log, then the content of every document, and keeps what is found. */
export async function checkAndKeep(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, log } = services
  const { leaves, problems } = await checkLog(database, log.folder.head())
  await database.query(
    'insert into log_checks (at, leaves, problems) values (clock_timestamp(), $1, $2) on conflict do nothing',
    [leaves, problems],
  )
  await keep(
    services,
    problems.filter((problem) => !problem.startsWith('And ')),
  )
  const ofContent: string[] = []
  await checkContents(services, (problem) => ofContent.push(problem), signal)
  await keep(services, ofContent)
}
