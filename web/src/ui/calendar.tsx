import '@mantine/dates/styles.layer.css'
import type { DayRule } from '@deedbox/contract/typed-day.ts'
import { DatePicker } from '@mantine/dates'
import { useEffect, useRef } from 'react'
import classes from './day-field.module.css'

/** The calendar of a date field; the day it opens on has the focus. */
export default function Calendar(props: {
  day: string | null
  today: string
  rule: DayRule
  onPick: (day: string) => void
}) {
  const { day, today, rule } = props
  const [first, last] = [rule.from?.day ?? (rule.kind === 'future' ? today : undefined), rule.to?.day]
  const start = day ?? (first && first > today ? first : last && last < today ? last : today)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-start]')?.focus(), [])
  return (
    <DatePicker
      ref={frame}
      __stopPropagation
      value={day}
      defaultDate={start}
      {...(first ? { minDate: first } : {})}
      {...(last ? { maxDate: last } : {})}
      getDayProps={(date) => (date === start ? { 'data-start': true } : {})}
      onChange={(picked) => props.onPick(picked ?? start)}
      classNames={{ day: classes.day ?? '' }}
      hideOutsideDates
      highlightToday
      // Red weekends are hard to read in the dark theme, and weekends are not special here.
      weekendDays={[]}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
      }}
    />
  )
}
