import { screen } from '@deedbox/contract/messages.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState } from '../ui/states.tsx'
import { HealthCard } from './health-card.tsx'
import { summaryOf } from './health-texts.ts'
import classes from './system.module.css'

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f']

/** Page /admin/health: every part of Deedbox, checked now and over the last 30 days. */
export function Health() {
  const now = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call('GET /api/system/health', { signal }),
    refetchInterval: 60_000,
  })
  const history = useQuery({
    queryKey: ['health', 'history'],
    queryFn: ({ signal }) => call('GET /api/system/health/history', { signal }),
    staleTime: 5 * 60_000,
  })
  const checks = now.data?.checks
  return (
    <>
      <PageHeader
        title="Health"
        lead="Every part of Deedbox, checked now, and every 5 minutes over the last 30 days. Administrators get an email when a part has not worked for 15 minutes."
        actions={
          <Button
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            loading={now.isFetching}
            onClick={() => now.refetch()}
          >
            Check again
          </Button>
        }
      />
      {now.isError && !checks ? (
        <ErrorState title={screen.checkHealth} error={now.error} onRetry={now.refetch} />
      ) : (
        <>
          <p role="status" className={classes.summary}>
            {checks ? summaryOf(checks) : 'Checking…'}
          </p>
          {history.isError && !history.data && (
            <ErrorState title={screen.loadHealthHistory} error={history.error} onRetry={history.refetch} />
          )}
          <div className={classes.checks} aria-busy={!checks}>
            {checks
              ? checks.map((found) => (
                  <HealthCard
                    key={found.check}
                    found={found}
                    history={
                      history.data && (history.data.checks.find(({ check }) => check === found.check) ?? null)
                    }
                  />
                ))
              : placeholders.map((key) => <Skeleton key={key} height={290} radius="md" />)}
          </div>
        </>
      )}
    </>
  )
}
