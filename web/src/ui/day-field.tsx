import { checkDay, type DayRule, dayInWords } from '@deedbox/contract/typed-day.ts'
import { ActionIcon, Loader, Popover, type PopoverProps, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { distanceText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import classes from './day-field.module.css'
import { type TypedDay, typedDay } from './typed-day.ts'

// Calendar, loaded when somebody opens it, as most dates are typed.
const Calendar = lazy(() => import('./calendar.tsx'))

/** Props that a date field gets from its form (`form.day('expiresOn')`) or its filter. */
export type DayProps = {
  value: TypedDay
  onChange: (value: TypedDay) => void
  /** Callback when typing is finished, with what is wrong with the text, if anything. */
  onLeave: (problem: string | null) => void
  rule: DayRule
  error?: ReactNode
  'data-path'?: string
}

/**
 * A calendar day, typed in any usual format or picked. The text stays as typed; the line below shows how it was
 * understood, and leaving the field formats it.
 */
export function DayField(
  props: DayProps & {
    label: string
    hint?: ReactNode
    /** Meaning of an empty field. */
    whenEmpty?: ReactNode
    autoFocus?: boolean
    popoverProps?: Pick<PopoverProps, 'withinPortal'>
  },
) {
  const { value, onChange, rule, error } = props
  const id = useId()
  const today = useToday()
  const now = useServerNow()
  const { timeZone } = useDeployment()
  const [opened, setOpened] = useState(false)
  const read = checkDay(value.typed, today, rule)
  const day = 'day' in read ? read.day : null
  const finish = () => {
    if (value.typed.trim() === '') return
    if ('problem' in read) return props.onLeave(read.problem)
    const written = typedDay(read.day)
    if (written.typed !== value.typed) onChange(written)
    props.onLeave(null)
  }
  return (
    <TextInput
      id={id}
      label={props.label}
      placeholder="e.g. 3 Dec 2026"
      autoComplete="off"
      maxLength={80}
      withAsterisk={rule.required !== undefined}
      {...(props.autoFocus ? { 'data-autofocus': true } : {})}
      {...(props['data-path'] ? { 'data-path': props['data-path'] } : {})}
      value={value.typed}
      onChange={(event) => onChange({ typed: event.currentTarget.value })}
      onBlur={finish}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      descriptionProps={{ component: 'div', className: classes.below ?? '' }}
      description={
        <>
          {props.hint && <div>{props.hint}</div>}
          <div role="status" className={classes.understood} data-error={Boolean(error)}>
            {day
              ? `${dayInWords(day)} · ${distanceText(day, now, timeZone)}`
              : value.typed.trim() === '' && props.whenEmpty}
          </div>
        </>
      }
      rightSection={
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          shadow="md"
          trapFocus
          returnFocus
          {...props.popoverProps}
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label="Calendar"
              aria-describedby={`${id}-label`}
              data-mantine-stop-propagation={opened}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={18} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          {/* Escape closes the calendar, not the dialog around it, which would lose everything typed there. */}
          <Popover.Dropdown aria-labelledby={undefined} aria-label="Calendar" data-mantine-stop-propagation>
            <Suspense fallback={<Loader size="sm" role="status" aria-label="Loading the calendar" />}>
              <Calendar
                day={day}
                today={today}
                rule={rule}
                onPick={(picked) => {
                  onChange(typedDay(picked))
                  props.onLeave(null)
                  setOpened(false)
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
