import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** The primary button of a form: shows that it is busy, and cannot be pressed twice. */
export function SubmitButton({
  busy,
  children,
  ...rest
}: ButtonProps & { busy: boolean; children: ReactNode }) {
  return (
    <Button type="submit" loading={busy} {...rest}>
      {children}
    </Button>
  )
}
