import { limits } from '@deedbox/contract/limits.ts'
import { TextInput } from '@mantine/core'

/** The six digits of an emailed code. */
export function CodeInput(props: { label: string; autoFocus?: boolean; inputProps: object }) {
  const { onChange, ...rest } = props.inputProps as { onChange: (value: string) => void }
  return (
    <TextInput
      label={props.label}
      inputMode="numeric"
      autoComplete="one-time-code"
      data-autofocus={props.autoFocus}
      {...rest}
      onChange={(event) =>
        onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, limits.code.digits))
      }
    />
  )
}
