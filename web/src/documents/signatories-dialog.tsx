import type { Document } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Button, CloseButton, Fieldset, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './detail.module.css'

const empty = { name: '', capacity: '', witness: '' }
const isEmpty = ({ name, capacity, witness }: typeof empty): boolean =>
  `${name}${capacity}${witness}`.trim() === ''
const lacksName = (row: typeof empty): boolean => !isEmpty(row) && row.name.trim() === ''

/** Edits who signed a document, in which capacity and before whom. A row without a text counts as none. */
export function SignatoriesDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const was = document.signatories ?? []
  const form = useServerForm({
    initialValues: { rows: was.length > 0 ? was : [empty] },
    validate: {
      rows: (rows) => (rows.some(lacksName) ? 'Please enter a name in each row' : null),
    },
    async send({ rows }) {
      const signatories = rows.filter((row) => !isEmpty(row))
      await call('PUT /api/documents/:documentId/signatories', {
        params: { documentId: document.id },
        body: { signatories, was },
      })
      form.resetDirty()
      toast.success('Signatories saved')
      onClose()
      await refreshEverything()
    },
  })
  const { rows } = form.values
  return (
    <Dialog title={`Signatories of ${document.title}`} size="xl" onClose={() => !form.busy && onClose()}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          {rows.map((row, at) => (
            <Fieldset
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else of its own.
              key={at}
              className={classes.signatory ?? ''}
              legend={`Signatory ${at + 1}`}
            >
              <TextInput
                label="Name"
                maxLength={limits.text.name}
                autoComplete="off"
                {...(at === 0 && { 'data-autofocus': true })}
                {...form.getInputProps(`rows.${at}.name`)}
                // The first that lacks its name gets the focus.
                {...(lacksName(row) && { 'data-path': 'rows' })}
                error={form.errors.rows && lacksName(row) && 'Please enter a name'}
              />
              <TextInput
                label="Capacity"
                placeholder="e.g. trustee"
                maxLength={limits.text.capacity}
                autoComplete="off"
                {...form.getInputProps(`rows.${at}.capacity`)}
              />
              <TextInput
                label="Witness"
                maxLength={limits.text.name}
                autoComplete="off"
                {...form.getInputProps(`rows.${at}.witness`)}
              />
              <CloseButton
                aria-label={`Remove signatory ${at + 1}`}
                onClick={() => form.removeListItem('rows', at)}
              />
            </Fieldset>
          ))}
          {rows.length === 0 && <Text c="dimmed">Nobody is recorded.</Text>}
          {rows.length < limits.signatories && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => form.insertListItem('rows', empty)}
            >
              Add a signatory
            </Button>
          )}
          <FormFailure title="Failed to save the signatories" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Save</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
