import type { Theirs } from '@deedbox/contract/merge.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { FormFailure } from './form.tsx'
import classes from './their-changes.module.css'

/** Changes that somebody else made while a form was open; where both changed a field, the person can take theirs. */
export function TheirChanges<Name extends string>(props: {
  title: string
  labels: Readonly<Record<Name, string>>
  theirs: Theirs<Name>[]
  onTake: (change: Theirs<Name>) => void
}) {
  const [taken, setTaken] = useState<Name[]>([])
  return (
    <FormFailure error title={props.title}>
      <ul className={classes.theirs}>
        {props.theirs.map((change) => {
          const { field, was, now, yours } = change
          return (
            <li key={field}>
              {props.labels[field]}: now {said(now)}, before {said(was)}.
              {yours !== null && !taken.includes(field) && (
                <>
                  {' '}
                  You typed {said(yours)}.{' '}
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => {
                      props.onTake(change)
                      setTaken([...taken, field])
                    }}
                  >
                    Use theirs<VisuallyHidden> for {props.labels[field]}</VisuallyHidden>
                  </Button>
                </>
              )}
            </li>
          )
        })}
      </ul>
      Their changes are in the form now, and everything you typed is still there. Save again to keep both.
    </FormFailure>
  )
}

const said = (text: string) => (text ? `“${text}”` : 'blank')
