import { limits } from '@deedbox/contract/limits.ts'
import { whosePapers } from '@deedbox/contract/release-words.ts'
import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import type { Nominated } from './queries.ts'
import { promiseTo } from './words.ts'

/** Asks for access as a nominee, or rehearses it. */
export function AskDialog({ nominated, onClose }: { nominated: Nominated; onClose: () => void }) {
  const whose = whosePapers(nominated)
  const form = useServerForm({
    initialValues: { message: '', rehearsal: false },
    validate: { message: required },
    async send(body) {
      await call('POST /api/nominated/:nomineeId/ask', { params: { nomineeId: nominated.id }, body })
      toast.success(body.rehearsal ? 'Rehearsal begun' : 'You have asked for access')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Ask for papers of ${whose}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            Ask if {whose} has died or cannot act. {nominated.onBehalfOf ? nominated.ownerName : 'They'}, the
            trustees and the other nominees are told at once and each day;{' '}
            {nominated.onBehalfOf ? nominated.ownerName : 'they'} or a trustee may veto it.
          </Text>
          <Text>
            {promiseTo(nominated)}
            {nominated.evidence && ' The waiting period begins when you have brought the evidence.'}
          </Text>
          <Textarea
            label="What has happened"
            required
            autosize
            minRows={3}
            maxRows={10}
            maxLength={limits.text.message}
            data-autofocus
            {...form.getInputProps('message')}
          />
          <Checkbox
            label="This is a rehearsal"
            description="Everybody is told that it is one, and nothing opens."
            {...form.getInputProps('rehearsal', { type: 'checkbox' })}
          />
          <FormFailure title="Failed to ask" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>
              {form.values.rehearsal ? 'Begin the rehearsal' : 'Ask for access'}
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
