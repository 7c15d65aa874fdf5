import type { PasskeyAnswer } from '@deedbox/contract/passkeys.ts'
import { Anchor, Button, type ButtonProps, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { askForPasskey, useNoPasskeys } from '../lib/passkeys.ts'
import { FormFailure } from '../ui/form.tsx'

/**
 * Asks the person to use a passkey and takes the answer, or says why that fails. `needed`: there may be no other way, so it also says why there is no
 * button; otherwise it only names an address that has passkeys.
 */
export function PasskeyButton({
  children,
  take,
  textOf,
  onFailure,
  needed = false,
  ...rest
}: ButtonProps & {
  children: ReactNode
  take: (answer: PasskeyAnswer) => Promise<unknown>
  /** Message for an error, if not its own. */
  textOf?: (error: Error) => string | undefined
  onFailure?: () => void
  needed?: boolean
}) {
  const none = useNoPasskeys()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => take(await askForPasskey()),
    onError: () => onFailure?.(),
  })
  if (none && 'at' in none)
    return (
      <Text size="sm" ta="center">
        To use a passkey, open Deedbox as{' '}
        <Anchor href={none.at + location.pathname + location.search} inherit>
          {none.at}
        </Anchor>
        .
      </Text>
    )
  if (none) return needed ? <Text size="sm">{none.text}</Text> : null
  return (
    <>
      <FormFailure error={error}>{error && textOf?.(error)}</FormFailure>
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden="true" />}
        {...rest}
        loading={isPending}
        onClick={() => mutate()}
      >
        {children}
      </Button>
    </>
  )
}
