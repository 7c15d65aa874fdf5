import { screen } from '@deedbox/contract/messages.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

/** Tries parts of the master key: that they give it back, and that it opens a sample. */
export function DrillDialog({
  needed,
  onDone,
  onClose,
}: {
  needed: number
  onDone: () => void
  onClose: () => void
}) {
  const fields = Array.from({ length: needed }, (_, at) => `part${at + 1}`)
  const form = useServerForm({
    initialValues: Object.fromEntries(fields.map((name) => [name, ''])),
    validate: Object.fromEntries(fields.map((name) => [name, required])),
    fieldOf: Object.fromEntries(fields.map((name, at) => [`parts.${at}`, name])),
    async send(words) {
      const parts = fields.map((name) => words[name] ?? '')
      const { opened } = await call('POST /api/keys/drill', { body: { parts } })
      toast.success(
        opened === 'document'
          ? 'The parts give the key back, and it opened the newest document'
          : 'The parts give the key back, and it opened a secret of Deedbox',
      )
      onDone()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title="Try the parts of the master key">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title={screen.drillEscrow} />
          <Text>
            Let each holder type the words of their sheet. They are put together and tried on the newest
            document; nothing of them is kept, and nobody sees the document.
          </Text>
          {fields.map((name, at) => (
            <Textarea
              key={name}
              label={`Words of part ${at + 1}`}
              autosize
              minRows={3}
              autoComplete="off"
              spellCheck={false}
              data-autofocus={at === 0 || undefined}
              {...form.getInputProps(name)}
            />
          ))}
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Try them</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
