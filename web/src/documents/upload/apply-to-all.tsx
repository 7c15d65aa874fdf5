import { aboutDetail, detailNames } from '@deedbox/contract/document-details.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useToday } from '../../lib/today.ts'
import { noDay, type TypedDay } from '../../ui/typed-day.ts'
import { DetailFields } from '../detail-fields.tsx'
import type { DayName, DetailValues } from '../detail-values.ts'
import { dayRule } from './send.ts'
import classes from './upload.module.css'

const names = detailNames.filter((name) => aboutDetail(name).same)
const isSet = (value: string | TypedDay) => (typeof value === 'string' ? value : value.typed).trim() !== ''

/** Sets details for all files that have not been sent yet; empty fields change nothing at the files. */
export function ApplyToAll({ onApply }: { onApply: (details: Partial<DetailValues>) => void }) {
  const [values, setValues] = useState<Partial<DetailValues>>({})
  const today = useToday()
  const [problems, setProblems] = useState<Partial<Record<DayName, string | null>>>({})
  return (
    <fieldset className={classes.all}>
      <legend>The same for all files</legend>
      <DetailFields
        names={names}
        values={values}
        mayStay
        held={(name) => ({
          value: values[name] || null,
          onChange: (value) => setValues({ ...values, [name]: value ?? '' }),
        })}
        day={(name) => ({
          value: values[name] ?? noDay,
          rule: dayRule(name, today),
          error: problems[name],
          onLeave: (problem) => setProblems({ ...problems, [name]: problem }),
          onChange: (day) => {
            setProblems({ ...problems, [name]: null })
            setValues({ ...values, [name]: day })
          },
        })}
      />
      <Button
        variant="default"
        onClick={() =>
          onApply(Object.fromEntries(Object.entries(values).filter(([, value]) => isSet(value))))
        }
      >
        Apply to all
      </Button>
    </fieldset>
  )
}
