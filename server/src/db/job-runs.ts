import type { Database } from './client.ts'

const LONGEST_ERROR = 500

/**
 * Stores how a run of a job went, over the last one of its queue. The commit does not wait for the disk: after a power
 * cut only the newest runs are unknown.
 */
export async function recordRun(
  { query, hasRoom }: Pick<Database, 'query' | 'hasRoom'>,
  { name, ms, error }: { name: string; ms: number; error: unknown },
): Promise<void> {
  if (!hasRoom()) return
  const message =
    error === null ? null : (error instanceof Error ? error.message : String(error)) || 'unknown'
  await query(
    `with run as (
      select clock_timestamp() as at, $3::text as error from (select set_config('synchronous_commit', 'off', true)) quick
    )
    insert into job_runs as old (name, ended_at, ms, succeeded_at, failed_at, error)
    select $1, at, $2::int, case when error is null then at end, case when error is not null then at end, error from run
    on conflict (name) do update set ended_at = excluded.ended_at, ms = excluded.ms,
      succeeded_at = coalesce(excluded.succeeded_at, old.succeeded_at),
      failed_at = coalesce(excluded.failed_at, old.failed_at), error = coalesce(excluded.error, old.error)`,
    [name, ms, message?.slice(0, LONGEST_ERROR) ?? null],
    { name: 'record_job_run' },
  )
}
