import { addDays } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { IconClock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { useDaysUntil, useToday } from '../lib/today.ts'
import { Cut } from '../ui/cut.tsx'
import { ErrorState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './dashboard.module.css'

/** The person's own documents that expire within `days` days, the soonest first: those the reminders cover. */
export function ExpiringDocuments({ days }: { days: number }) {
  const { timeZone } = useDeployment()
  const today = useToday()
  const daysUntil = useDaysUntil()
  const period = { expiryDateFrom: today, expiryDateTo: addDays(today, days) }
  const order = { sort: 'expiryDate', direction: 'asc' } as const
  const { data, error, refetch } = useQuery({
    queryKey: ['documents', 'expiring', period],
    queryFn: ({ signal }) =>
      call('GET /api/documents', {
        query: { ...period, ...order, owner: 'me', limit: limits.dashboard.topDocuments },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <ErrorState title={screen.loadDocuments} error={error} onRetry={refetch} />
  if (!data) return null
  if (data.total === 0)
    return <p className={classes.nothing}>None of your documents expires within {days} days.</p>
  return (
    <div>
      <ul className={classes.expiring}>
        {data.documents.map(({ id, title, expiryDate }) => (
          <li key={id}>
            <Cut text={title} to={`/documents/${id}`} />
            {expiryDate && (
              <>
                <time dateTime={expiryDate} className={classes.quiet}>
                  {dateText(expiryDate, timeZone)}
                </time>
                <ReminderBadge days={daysUntil(expiryDate)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {data.total > data.documents.length && (
        <Link to={`/documents?${new URLSearchParams({ ...period, ...order })}`}>
          All documents in this period
        </Link>
      )}
    </div>
  )
}

/** Badge that is destructive at 7 days or fewer (specification, section 9). */
const ReminderBadge = ({ days }: { days: number }) => (
  <StatusBadge tone={days <= limits.reminder.destructiveDays ? 'bad' : 'quiet'} icon={IconClock}>
    {days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : `In ${days} days`}
  </StatusBadge>
)
