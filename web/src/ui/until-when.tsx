import { addDays, addMonths, endOfFinancialYear } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { whenText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import classes from './day-field.module.css'
import { DayField, type DayProps } from './day-field.tsx'
import { typedDay } from './typed-day.ts'
import { WhatIsThis } from './what-is-this.tsx'

const quickEnds = (today: string) => [
  { label: '1 week', end: addDays(today, 7) },
  { label: '1 month', end: addMonths(today, 1) },
  { label: '3 months', end: addMonths(today, 3) },
  { label: '6 months', end: addMonths(today, 6) },
  { label: '1 year', end: addMonths(today, 12) },
  { label: '30 June (end of financial year)', end: endOfFinancialYear(today) },
]

/** End of access that was given without a date. */
export function AutomaticEnd() {
  const { timeZone } = useDeployment()
  const day = addDays(useToday(), limits.autoRevokeDays)
  return (
    <>
      Without a date, access ends by itself after {limits.autoRevokeDays} days:{' '}
      {whenText(day, useServerNow(), timeZone)}.{'\u00a0'}
      <WhatIsThis topic="automaticEnd" />
    </>
  )
}

/** Field for the last day of access. `whenEmpty` says what an empty field means, by default 540 days. `quick` offers common end dates. */
export function UntilWhen({
  quick = false,
  ...field
}: DayProps & {
  label: string
  hint?: ReactNode
  whenEmpty?: ReactNode
  quick?: boolean
  autoFocus?: boolean
}) {
  const today = useToday()
  return (
    <div>
      <DayField whenEmpty={field.rule.required ? undefined : <AutomaticEnd />} {...field} />
      {quick && (
        <fieldset className={classes.quick} aria-label="Common end dates">
          {quickEnds(today).map(({ label, end: day }) => {
            const end = typedDay(day)
            return (
              <Button
                key={label}
                size="compact-xs"
                variant="default"
                mih={24}
                aria-pressed={field.value.typed === end.typed}
                onClick={() => {
                  field.onChange(end)
                  field.onLeave(null)
                }}
              >
                {label}
              </Button>
            )
          })}
        </fieldset>
      )}
    </div>
  )
}
