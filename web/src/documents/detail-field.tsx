import { aboutDetail, type DetailName, isDay } from '@deedbox/contract/document-details.ts'
import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ClientInput } from '../ui/client-input.tsx'
import { DayField, type DayProps } from '../ui/day-field.tsx'
import type { DayName } from './detail-values.ts'

/** Props that the field of a text or a choice gets from its form or page; null if nothing is chosen. */
type Held = {
  value?: string | null
  onChange: (value: string | null) => void
  error?: ReactNode
}

/** The field of a detail, wherever one is typed: for one document, or for many, where blank may leave each unchanged. */
export function DetailField(props: {
  name: DetailName
  held: (name: Exclude<DetailName, DayName>) => Held
  day: (name: DayName) => DayProps
  /** State: a blank field leaves each document unchanged. */
  mayStay?: boolean
  /** Value that follows from another detail, so that it is only shown. */
  follows?: string | undefined
  description?: string
  autoFocus?: boolean
}) {
  const { name, mayStay = false, description, autoFocus = false } = props
  const known = aboutDetail(name)
  const { label } = known
  if (isDay(name))
    return (
      <DayField
        label={label}
        {...props.day(name)}
        {...(known.kind === 'day' && !mayStay && { whenEmpty: known.none })}
      />
    )
  const { onChange, ...held } = props.held(name)
  if (known.kind === 'choice') {
    const clearing = mayStay ? `Leave the ${label.toLowerCase()} as it is` : `No ${label.toLowerCase()}`
    return (
      <Select
        label={label}
        data={Object.entries(known.choices).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...(description && !known.required && { description })}
        {...((mayStay || !known.required) && {
          placeholder: mayStay || 'usual' in known ? 'As it is' : known.none,
          clearable: true,
          clearButtonProps: { 'aria-label': clearing },
        })}
        {...held}
        value={props.follows ?? (held.value || null)}
        {...(props.follows && {
          readOnly: true,
          clearable: false,
          description: 'Follows from the kind',
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        })}
        onChange={onChange}
      />
    )
  }
  const text = {
    ...held,
    ...(description && { description }),
    value: held.value ?? '',
    label,
    maxLength: known.kind === 'line' ? known.max : undefined,
  }
  if (name === 'clientName') return <ClientInput {...text} onChange={onChange} />
  return (
    <TextInput
      {...text}
      required={known.required && !mayStay}
      autoComplete="off"
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
