import type { Theirs } from '@deedbox/contract/merge.ts'
import { errors } from '@deedbox/contract/messages.ts'
import { type OrganizationField, organizationFields } from '@deedbox/contract/organization-fields.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { FormFailure } from '../ui/form.tsx'
import classes from './organizations.module.css'

type Change = Theirs<OrganizationField>

/** What somebody else changed while the form was open; where both did, one can take theirs. */
export function TheirChanges(props: { theirs: Change[]; onTake: (change: Change) => void }) {
  const [taken, setTaken] = useState<OrganizationField[]>([])
  return (
    <FormFailure error title={errors['organization-changed'].message}>
      <ul className={classes.theirs}>
        {props.theirs.map((change) => {
          const { field, was, now, yours } = change
          return (
            <li key={field}>
              {organizationFields[field]}: now {said(now)}, before {said(was)}.
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
                    Use theirs<VisuallyHidden> for {organizationFields[field]}</VisuallyHidden>
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
