import { withArchived } from '@deedbox/contract/document-terms.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { ErrorState } from '../ui/states.tsx'
import { Tiles } from '../ui/tiles.tsx'
import { Backups } from './backups.tsx'
import { Facts } from './facts.tsx'
import { JobTable } from './job-table.tsx'
import { TransparencyLog } from './log.tsx'
import classes from './system.module.css'

const renewMs = 30_000

/** Page about the system: figures, facts and jobs, renewed while it is open. */
export function System() {
  const { data, error, refetch } = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => call('GET /api/system', { signal }),
    refetchInterval: renewMs,
  })
  if (error && !data) return <ErrorState title={screen.loadSystem} error={error} onRetry={refetch} />
  return (
    <>
      <Tiles
        tiles={[
          { label: 'People in the last 5 minutes', value: data?.online.people },
          { label: 'Documents', value: data?.storage.documents, to: `/documents?status=${withArchived}` },
          { label: 'Emails waiting', value: data?.mail.waiting, to: '/admin/mail?status=waiting' },
          { label: 'Emails failed', value: data?.mail.failed, to: '/admin/mail' },
        ]}
      />
      <Facts system={data} />
      <Backups />
      <TransparencyLog />
      <section className={classes.section} aria-labelledby="jobs">
        <h2 id="jobs">Background jobs</h2>
        <JobTable jobs={data?.jobs} />
      </section>
    </>
  )
}
