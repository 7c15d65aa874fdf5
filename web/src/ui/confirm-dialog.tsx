import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import { DialogFrame } from './dialog-frame.tsx'

/**
 * Asks for confirmation. The dialog is open while mounted. `title` names the object ("Revoke Jane Citizen's access to Smith Family Trust deed?").
 * While `act` runs the dialog stays open and nothing can be pressed twice; if it fails, the reason is shown in the dialog under `failure` ('Failed to
 * …').
 */
export function ConfirmDialog(props: {
  title: string
  children?: ReactNode
  confirm: string
  destructive?: boolean
  failure: string
  size?: 'xl'
  act: () => Promise<unknown>
  onClose: () => void
}) {
  const { mutate, isPending, error } = useMutation({ mutationFn: props.act, onSuccess: props.onClose })
  const close = () => {
    if (!isPending) props.onClose()
  }
  return (
    <DialogFrame onClose={close} title={props.title} {...(props.size && { size: props.size })}>
      {props.children && <Text component="div">{props.children}</Text>}
      {error && (
        <Alert color="wax" mt="md" role="alert" icon={<IconAlertCircle />} title={props.failure}>
          {messageOf(error)}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="default" onClick={close} disabled={isPending} data-autofocus>
          Cancel
        </Button>
        <Button color={props.destructive ? 'wax' : 'brass'} loading={isPending} onClick={() => mutate()}>
          {props.confirm}
        </Button>
      </DialogButtons>
    </DialogFrame>
  )
}
