import { limits } from '@deedbox/contract/limits.ts'
import { Alert, Button, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call, messageOf } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import type { HoldRow } from './columns.tsx'

type Props = { hold: HoldRow; onClose: () => void }

/** Asks to lift a hold, or lifts it where there is no second administrator. */
export function LiftDialog({ hold, onClose }: Props) {
  const { id, name, can } = hold
  const form = useServerForm({
    initialValues: { why: '' },
    validate: { why: required },
    async send({ why }) {
      await call('POST /api/holds/:holdId/lift', { params: { holdId: id }, body: { why } })
      toast.success(can.alone ? 'Legal hold lifted' : 'Another administrator must confirm now')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Lift the legal hold on ${name}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            {can.alone
              ? 'There is no second administrator, so the hold ends at once.'
              : 'The hold stays in force until another administrator confirms.'}
          </Text>
          <Textarea
            label="Why it may be lifted"
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            data-autofocus
            {...form.getInputProps('why')}
          />
          <FormFailure title="Failed to lift the legal hold" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{can.alone ? 'Lift hold' : 'Ask to lift'}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
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
