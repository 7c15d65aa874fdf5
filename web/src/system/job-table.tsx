import { jobLabels } from '@deedbox/contract/job-labels.ts'
import type { SystemJob } from '@deedbox/contract/system.ts'
import { IconAlertTriangle, IconCircleCheck, IconClockHour4 } from '@tabler/icons-react'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { scheduleText } from './schedule.ts'

/** Table of background jobs: last run, next run, and last failure. */
export const JobTable = ({ jobs }: { jobs: SystemJob[] | undefined }) => (
  <DataTable label="Background jobs" columns={columns} rows={jobs} rowKey={({ name }) => name} />
)

const columns: Column<SystemJob>[] = [
  {
    heading: 'Job',
    kind: 'main',
    cell: ({ name, cron }) => (
      <Stacked text={jobLabels[name] ?? name} small={cron ? scheduleText(cron) : 'When it is needed'} />
    ),
  },
  {
    heading: 'Last run',
    kind: 'number',
    width: '11rem',
    cell: ({ lastRun }) => (lastRun ? <WhenStacked at={lastRun.at} exact /> : 'Not yet'),
  },
  {
    heading: 'Next run',
    kind: 'number',
    width: '11rem',
    minor: true,
    cell: ({ nextRunAt }) => (nextRunAt ? <WhenStacked at={nextRunAt} exact /> : '—'),
  },
  { heading: 'Waiting', kind: 'number', width: '5.5rem', minor: true, cell: ({ waiting }) => waiting },
  {
    heading: 'State',
    width: '10rem',
    cell: ({ lastRun, lastError }) =>
      lastError && !lastError.over ? (
        <StatusBadge tone="warning" icon={IconAlertTriangle}>
          Failed
        </StatusBadge>
      ) : lastRun ? (
        <StatusBadge tone="good" icon={IconCircleCheck}>
          Succeeded
        </StatusBadge>
      ) : (
        <StatusBadge tone="quiet" icon={IconClockHour4}>
          Not run yet
        </StatusBadge>
      ),
  },
  {
    heading: 'Last error',
    width: '22%',
    cell: ({ lastError }) => (lastError ? <LastError {...lastError} /> : 'None'),
  },
]

const LastError = ({ message, at }: NonNullable<SystemJob['lastError']>) => (
  <Stacked text={message} small={[]} below={<WhenStacked at={at} exact />} />
)
