import { counted } from '@deedbox/contract/counts.ts'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Stack, Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { MatterInput } from '../ui/matter-input.tsx'
import { MatterShared } from '../ui/matter-shared.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { Titles } from './left-out.tsx'

/** Puts documents into a matter, all of them or none. */
export function MatterDialog(props: {
  documents: DocumentRow[]
  leftOut?: DocumentRow[]
  onClose: () => void
}) {
  const { documents, leftOut = [], onClose } = props
  const only = documents.length === 1 ? documents[0] : undefined
  const what = only ? only.title : counted(documents.length, 'document')
  const form = useServerForm({
    initialValues: { matterId: '', name: '' },
    validate: { matterId: required },
    fieldOf: { 'matter-has-documents': 'matterId', 'matter-not-found': 'matterId' },
    async send({ matterId, name }) {
      const body = { documentIds: documents.map(({ id }) => id) }
      await call('POST /api/matters/:matterId/documents', { params: { matterId }, body })
      toast.success(`${what} ${only ? 'is' : 'are'} in ${name}`)
      onClose()
      void refreshEverything()
    },
  })
  const { onChange, ...field } = form.getInputProps('matterId')
  return (
    <Dialog onClose={onClose} title={`Put ${what} into a matter`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm">
            A document is in one matter or in none, so {only ? 'it leaves' : 'each leaves'} the one that it is
            in now, and access that came with a share of that matter ends. All other access stays as it is.
          </Text>
          {!only && <Titles documents={documents} />}
          {leftOut.length > 0 && (
            <Alert
              color="amber"
              title={`${counted(leftOut.length, 'document')} ${leftOut.length === 1 ? 'is' : 'are'} left out`}
            >
              <Titles documents={leftOut} />
            </Alert>
          )}
          <MatterInput
            withAsterisk
            data-autofocus
            {...field}
            known={{ id: form.values.matterId, name: form.values.name }}
            onChange={(id, name) => {
              form.setFieldValue('name', name)
              onChange(id ?? '')
            }}
          />
          <MatterShared matterId={form.values.matterId || null} />
          <FormFailure title={screen.matterDocumentsFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Put into the matter</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
