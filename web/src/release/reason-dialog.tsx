import { limits } from '@deedbox/contract/limits.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

const acts = {
  veto: {
    title: 'Veto this release?',
    text: 'Nothing opens, and those who asked are told. The nomination goes on.',
    button: 'Veto',
    told: 'Release vetoed',
  },
  close: {
    title: 'End this access?',
    text: 'It ends at once, and everything is as before. The nomination goes on.',
    button: 'End access',
    told: 'Access ended',
  },
  end: {
    title: 'End this nomination?',
    text: 'Nobody can ask by it any more, and access that it gave ends at once.',
    button: 'End nomination',
    told: 'Nomination ended',
  },
} as const
export type Stopping = keyof typeof acts

/** Vetoes or ends a release, or ends its nomination, with a reason. */
export function ReasonDialog(props: { nominationId: string; act: Stopping; onClose: () => void }) {
  const { nominationId, act, onClose } = props
  const { title, text, button, told } = acts[act]
  const form = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: required },
    async send({ reason }) {
      const input = { params: { nominationId }, body: { reason } }
      if (act === 'end') await call('POST /api/nominations/:nominationId/end', input)
      else await call('POST /api/nominations/:nominationId/stop', input)
      toast.success(told)
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={title}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>{text}</Text>
          <Textarea
            label="Reason"
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <FormFailure title="Failed to stop it" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{button}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
