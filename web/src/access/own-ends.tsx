import { checkDay } from '@deedbox/contract/typed-day.ts'
import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { useToday } from '../lib/today.ts'
import { noDay, type TypedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'

/** The ends that people have instead of the one for all, by email; null if it is the same for all. */
export type OwnEnds = Record<string, TypedDay> | null

const rule = { kind: 'future' } as const

/** Reads the day of each person with an end of their own; a date that cannot be read is `problem`. */
export function readOwnEnds(
  ends: OwnEnds,
  emails: readonly string[],
  today: string,
): { days: Record<string, string> } | { problem: string } {
  const days: Record<string, string> = {}
  for (const email of emails) {
    const read = checkDay(ends?.[email]?.typed ?? '', today, rule)
    if ('problem' in read) return { problem: `${email}: ${read.problem}` }
    if (read.day) days[email] = read.day
  }
  return { days }
}

/** Lets each of several people have an end of their own. */
export function OwnEndsFields(props: {
  emails: readonly string[]
  value: OwnEnds
  onChange: (value: OwnEnds) => void
  error: React.ReactNode
}) {
  const { emails, value, onChange } = props
  const today = useToday()
  const [problems, setProblems] = useState<Record<string, string | null>>({})
  if (emails.length < 2) return null
  return (
    <Stack gap="xs">
      <Checkbox
        label="Some people have an end of their own"
        checked={value !== null}
        error={props.error}
        onChange={(event) => onChange(event.currentTarget.checked ? {} : null)}
      />
      {value &&
        emails.map((email) => (
          <UntilWhen
            key={email}
            label={`End for ${email}`}
            whenEmpty="The same as for all"
            rule={rule}
            value={value[email] ?? noDay}
            error={problems[email]}
            onChange={(day) => {
              onChange({ ...value, [email]: day })
              if ('day' in checkDay(day.typed, today, rule)) setProblems({ ...problems, [email]: null })
            }}
            onLeave={(problem) => setProblems({ ...problems, [email]: problem })}
          />
        ))}
    </Stack>
  )
}
