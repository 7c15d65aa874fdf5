import { checkDay, type DayRule } from '@deedbox/contract/typed-day.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useToday } from '../lib/today.ts'
import { DayField } from './day-field.tsx'
import { insidePopover } from './filter-button.tsx'
import { type TypedDay, typedDay } from './typed-day.ts'

/** Milliseconds to wait after typing before the list is filtered. */
const restMs = 400

/**
 * A day to filter by, inside a filter popover. `value` is the current filter. A text that is no date does not filter the list, and the field says
 * what is wrong.
 */
export function DayFilter(props: {
  label: string
  value: string | null
  rule: Omit<DayRule, 'required'>
  onChange: (day: string | null) => void
}) {
  const { value, onChange } = props
  const today = useToday()
  const [field, setField] = useState(typedDay(value))
  const [error, setError] = useState<ReactNode>(null)
  const read = checkDay(field.typed, today, props.rule)
  const day = 'day' in read ? read.day : null

  const [followed, setFollowed] = useState(value)
  if (value !== followed) {
    // Change from elsewhere: the filters were cleared, or the person went back.
    setFollowed(value)
    if (value !== day) setField(typedDay(value))
  }
  useEffect(() => {
    if (day === value) return
    const rest = setTimeout(() => onChange(day), day === null ? 0 : restMs)
    return () => clearTimeout(rest)
  }, [day, value, onChange])

  return (
    <DayField
      label={props.label}
      value={field}
      rule={props.rule}
      error={error}
      popoverProps={insidePopover}
      onChange={(typed: TypedDay) => {
        setField(typed)
        setError(null)
      }}
      onLeave={(problem) => {
        setError(problem)
        // Apply at once, as the popover may be about to close.
        if (!problem) onChange(day)
      }}
    />
  )
}
