import { type DetailName, signingDetails } from '@deedbox/contract/document-details.ts'
import { typeOfKind } from '@deedbox/contract/document-kinds.ts'
import { type ComponentProps, useState } from 'react'
import classes from './detail.module.css'
import { DetailField } from './detail-field.tsx'
import type { DetailValues } from './detail-values.ts'

const isFolded = (name: DetailName): boolean => signingDetails.some((folded) => folded === name)

/** The fields of a document's details; those about its signing are folded to a line until one of them is set. */
export function DetailFields(
  props: Pick<ComponentProps<typeof DetailField>, 'held' | 'day' | 'mayStay'> & {
    names: readonly DetailName[]
    values: Partial<DetailValues>
    /** State: a message stands under one of those that are folded. */
    faulty?: boolean
    autoFocus?: DetailName
  },
) {
  const { names, values } = props
  const [open, setOpen] = useState(false)
  const isSet = signingDetails.some((name) => {
    const value = values[name]
    return Boolean(typeof value === 'object' ? value.typed : value)
  })
  const field = (name: DetailName) => (
    <DetailField
      key={name}
      name={name}
      held={props.held}
      day={props.day}
      mayStay={props.mayStay ?? false}
      follows={name === 'type' ? typeOfKind(values.kind) : undefined}
      autoFocus={name === props.autoFocus}
    />
  )
  return (
    <>
      {names.filter((name) => !isFolded(name)).map(field)}
      <details
        className={classes.signing}
        open={open || isSet || props.faulty}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>Signing</summary>
        <div className={classes.signingFields}>{names.filter(isFolded).map(field)}</div>
      </details>
    </>
  )
}
