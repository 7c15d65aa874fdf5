import { checkDay, type DayRule } from '@deedbox/contract/typed-day.ts'
import { Button, CloseButton, SimpleGrid } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { DayField, type DayProps } from '../ui/day-field.tsx'
import { noDay, type TypedDay } from '../ui/typed-day.ts'
import type { Nomination } from './queries.ts'
import classes from './release.module.css'

export type Absence = Nomination['absences'][number]
type Typed = { awayFrom: TypedDay; awayUntil: TypedDay }

/** Rules of the two days of an absence: both or none, and the last not before the first. */
export const absenceRules = {
  awayFrom: ({ awayUntil }: Typed): DayRule => ({
    kind: 'nearest',
    ...(awayUntil.typed && { required: 'Please enter the first day' }),
  }),
  awayUntil: ({ awayFrom }: Typed, today: string): DayRule => {
    const first = checkDay(awayFrom.typed, today, { kind: 'nearest' })
    return {
      kind: 'nearest',
      ...(awayFrom.typed && { required: 'Please enter the last day' }),
      ...('day' in first &&
        first.day && { from: { day: first.day, message: 'The last day is before the first' } }),
    }
  },
}

/** Returns the listed absences with the one that is typed. */
export const allAbsences = (absences: Absence[], from: string | null, until: string | null): Absence[] =>
  from && until ? [...absences, { from, until }] : absences

/** Times when the owner is away: those listed, each of which can be taken out, and one that is typed. */
export function AbsenceFields(props: {
  absences: Absence[]
  onChange: (absences: Absence[]) => void
  from: DayProps
  until: DayProps
}) {
  const { absences, onChange, from, until } = props
  const { timeZone } = useDeployment()
  const today = useToday()
  const add = () => {
    const [first, last] = [from, until].map(({ value, rule, onLeave }) => {
      const read = checkDay(value.typed, today, { required: 'Please enter a day', ...rule })
      onLeave('problem' in read ? read.problem : null)
      return 'day' in read ? read.day : null
    })
    if (!first || !last) return
    onChange([...absences, { from: first, until: last }])
    from.onChange(noDay)
    until.onChange(noDay)
  }
  return (
    <>
      {absences.length > 0 && (
        <ul className={classes.people}>
          {absences.map((one) => (
            <li key={`${one.from} ${one.until}`}>
              {dateText(one.from, timeZone)} to {dateText(one.until, timeZone)}
              <CloseButton
                display="inline-flex"
                aria-label={`Take out ${dateText(one.from, timeZone)}`}
                onClick={() => onChange(absences.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayField label="Away from" {...from} />
        <DayField label="Away until" {...until} />
      </SimpleGrid>
      {(from.value.typed || until.value.typed) && (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
          Add another absence
        </Button>
      )}
    </>
  )
}
