import { type HoldKind, holdWords } from '@deedbox/contract/hold-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'

/** Sets a legal hold on a thing. */
export function SetDialog(props: { kind: HoldKind; subject: string; name: string; onClose: () => void }) {
  const { kind, subject, name, onClose } = props
  const form = useServerForm({
    initialValues: { reason: '', endsOn: typedDay(null) },
    days: { endsOn: { kind: 'future' } },
    validate: { reason: required },
    async send({ reason, endsOn }) {
      await call('POST /api/holds', { body: { kind, subject, reason, endsOn } })
      toast.success('Legal hold set')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Set a legal hold on ${name}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            It keeps {holdWords[kind].keeps}. Nobody can remove anything of it until the hold ends. People who
            handle it see that there is a hold, not why.
          </Text>
          <Textarea
            label="Reason"
            description="Only administrators see it."
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <DayField
            label="Last day (optional)"
            whenEmpty="Without a day, the hold stays until it is lifted."
            {...form.day('endsOn')}
          />
          <FormFailure title="Failed to set the legal hold" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Set hold</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
