import { limits } from '@deedbox/contract/limits.ts'
import { Input } from '@mantine/core'
import type { Ref } from 'react'
import classes from './code-field.module.css'

/** The six digits: one field, so that typing, pasting, deleting and a phone's suggestion all work. */
export function CodeField(props: {
  label: string
  value: string
  onChange: (code: string) => void
  disabled: boolean
  autoFocus: boolean
  error: string | null
  ref?: Ref<HTMLInputElement>
  inputProps?: Record<string, string> | undefined
}) {
  return (
    <Input.Wrapper
      label={props.label}
      error={props.error}
      id="code"
      classNames={{ label: classes.label ?? '', error: classes.error ?? '' }}
    >
      <Input
        id="code"
        ref={props.ref}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={props.autoFocus}
        disabled={props.disabled}
        error={props.error !== null}
        value={props.value}
        placeholder={'0'.repeat(limits.code.digits)}
        onChange={(event) =>
          props.onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, limits.code.digits))
        }
        {...props.inputProps}
        classNames={{ input: classes.code ?? '' }}
      />
    </Input.Wrapper>
  )
}
