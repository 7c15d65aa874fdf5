import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call, messageOf } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import type { HoldRow } from './columns.tsx'

type Props = { hold: HoldRow; onClose: () => void }

/** Asks to lift a hold, or lifts it where there is no second administrator. */
export function LiftDialog({ hold, onClose }: Props) {
  const { id, name, can } = hold
  return (
    <ReasonDialog
      title={`Lift the legal hold on ${name}?`}
      label="Why it may be lifted"
      button={can.alone ? 'Lift hold' : 'Ask to lift'}
      failure="Failed to lift the legal hold"
      done={can.alone ? 'Legal hold lifted' : 'Another administrator must confirm now'}
      act={(why) => call('POST /api/holds/:holdId/lift', { params: { holdId: id }, body: { why } })}
      onClose={onClose}
    >
      <Text>
        {can.alone
          ? 'There is no second administrator, so the hold ends at once.'
          : 'The hold stays in force until another administrator confirms.'}
      </Text>
    </ReasonDialog>
  )
}

/** Decides about a hold that somebody asked to lift: it goes on, or it ends if another asked. */
export function DecideDialog({ hold, onClose }: Props) {
  const { id, name, asked, can } = hold
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async (act: 'confirm' | 'keep') => {
      const params = { holdId: id }
      if (act === 'confirm') await call('POST /api/holds/:holdId/confirm', { params })
      else await call('POST /api/holds/:holdId/keep', { params })
      toast.success(act === 'confirm' ? 'Legal hold lifted' : 'The legal hold stays')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Lift the legal hold on ${name}?`}>
      <Stack gap="xs">
        <Text>
          {asked?.by} asks to lift it: {asked?.why}
        </Text>
        <Text c="dimmed">The hold was set for this reason: {hold.reason}</Text>
        {!can.confirm && <Text>You asked for it, so another administrator must confirm.</Text>}
        {error && (
          <Alert color="wax" role="alert" icon={<IconAlertCircle />} title="Failed to decide">
            {messageOf(error)}
          </Alert>
        )}
      </Stack>
      <DialogButtons>
        <CancelButton onCancel={onClose} disabled={isPending} />
        <Button
          variant="default"
          loading={isPending && variables === 'keep'}
          disabled={isPending}
          onClick={() => mutate('keep')}
        >
          Keep hold
        </Button>
        {can.confirm && (
          <Button
            loading={isPending && variables === 'confirm'}
            disabled={isPending}
            onClick={() => mutate('confirm')}
          >
            Lift hold
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}
