import { addDays, addMonths } from '@deedbox/contract/dates.ts'
import type { DueFilter } from '@deedbox/contract/due-date-terms.ts'
import { ActionIcon, Button, Group, Title, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useToday } from '../lib/today.ts'
import { useParam } from '../lib/use-param.ts'
import { ErrorState } from '../ui/states.tsx'
import classes from './due-dates.module.css'
import { useDueDates } from './queries.ts'
import { useDueDialogs } from './use-due-dialogs.tsx'
import { ofText } from './words.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-AU', { ...options, timeZone: 'UTC' })
const ofMonth = format({ month: 'long', year: 'numeric' })
const ofDay = format({ weekday: 'long', day: 'numeric', month: 'long' })
const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** Weekday of a day, 1 (Monday) to 7. */
const weekday = (day: string): number => at(day).getUTCDay() || 7

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Days of the month that a day is in. */
function daysOf(first: string): string[] {
  const count = Number(addDays(addMonths(first, 1), -1).slice(8))
  return Array.from({ length: count }, (_, n) => addDays(first, n))
}

/** Dates that fall due in one month: a grid of weeks, on a narrow screen the days that have something. */
export function Month({ filter }: { filter: DueFilter }) {
  const today = useToday()
  const [param, setMonth] = useParam('month')
  const first = `${/^[12]\d{3}-(0[1-9]|1[0-2])$/.test(param) ? param : today.slice(0, 7)}-01`
  const days = daysOf(first)
  const { list, rows } = useDueDates({ ...filter, dueFrom: first, dueTo: days.at(-1) ?? first }, 100)
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = list
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, error])
  const { open, dialog } = useDueDialogs()
  const move = (months: number) => setMonth(addMonths(first, months).slice(0, 7))
  const byDay = Map.groupBy(rows ?? [], ({ dueOn }) => dueOn)
  return (
    <>
      <Group gap="xs" mb="sm">
        <ActionIcon variant="default" size="lg" aria-label="Month before" onClick={() => move(-1)}>
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label="Next month" onClick={() => move(1)}>
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
        <Button variant="default" onClick={() => setMonth('')}>
          Today
        </Button>
        <Title order={2} size="h4" aria-live="polite">
          {ofMonth.format(at(first))}
        </Title>
      </Group>
      {error && !rows ? (
        <ErrorState title="Failed to load what falls due" error={error} onRetry={list.refetch} />
      ) : (
        <>
          <div className={classes.weekdays} aria-hidden="true">
            {weekdays.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
          <ol className={classes.month} aria-busy={!rows}>
            {days.map((day) => {
              const theirs = byDay.get(day) ?? []
              return (
                <li
                  key={day}
                  className={classes.day}
                  data-empty={theirs.length === 0 || undefined}
                  data-today={day === today || undefined}
                  style={day === first ? { gridColumnStart: weekday(day) } : undefined}
                >
                  <time dateTime={day}>
                    <span className={classes.number} aria-hidden="true">
                      {Number(day.slice(8))}
                    </span>
                    <span className={classes.long}>{ofDay.format(at(day))}</span>
                  </time>
                  {theirs.map((due) => (
                    <UnstyledButton
                      key={due.id}
                      className={classes.item}
                      data-settled={due.status !== 'open' || undefined}
                      title={`${due.title} · ${ofText(due)}`}
                      onClick={() => open(due)}
                    >
                      {due.title}
                      <span className={classes.small}>{ofText(due)}</span>
                    </UnstyledButton>
                  ))}
                </li>
              )
            })}
          </ol>
          {rows?.length === 0 && <p className={classes.nothing}>Nothing falls due in this month.</p>}
        </>
      )}
      {dialog}
    </>
  )
}
