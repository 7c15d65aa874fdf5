import '@mantine/dates/styles.layer.css'
import { addDays, addMonths } from '@deedbox/contract/dates.ts'
import type { DayRule } from '@deedbox/contract/typed-day.ts'
import { DatePicker } from '@mantine/dates'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import classes from './day-field.module.css'

const moves: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

/** The calendar of a date field; the first shown day has the focus, and the arrow keys cross the ends of months. */
export default function Calendar(props: {
  day: string | null
  today: string
  rule: DayRule
  onPick: (day: string) => void
}) {
  const { day, today, rule } = props
  const [first, last] = [rule.from?.day ?? (rule.kind === 'future' ? today : undefined), rule.to?.day]
  const start = day ?? (first && first > today ? first : last && last < today ? last : today)
  const [focused, setFocused] = useState(start)
  const [month, setMonth] = useState(start)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus(), [focused])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target instanceof HTMLElement && event.target.dataset.day
    const move = moves[event.key]
    if (!from || !move) return
    // Replace the picker's own keys, which stop at the end of the month.
    event.preventDefault()
    event.stopPropagation()
    const to = move(from)
    if ((first && to < first) || (last && to > last)) return
    setMonth(to)
    setFocused(to)
  }
  return (
    <DatePicker
      ref={frame}
      __stopPropagation
      value={day}
      date={month}
      onDateChange={setMonth}
      onKeyDownCapture={onKeyDown}
      {...(first ? { minDate: first } : {})}
      {...(last ? { maxDate: last } : {})}
      // Mark for the focus, which the popover moves to `data-autofocus` a moment after it opens.
      getDayProps={(date) => ({ 'data-day': date, ...(date === focused ? { 'data-autofocus': true } : {}) })}
      onChange={(picked) => props.onPick(picked ?? start)}
      classNames={{ day: classes.day ?? '' }}
      hideOutsideDates
      highlightToday
      // Weekends are not special here, and red is hard to read in the dark theme.
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
