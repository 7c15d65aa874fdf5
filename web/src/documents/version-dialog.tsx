import type { Document } from '@deedbox/contract/documents.ts'
import { Stack, Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

/** Makes a document that is stored already the next version of this one. */
export function VersionDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { newer: null as string | null },
    validate: { newer: (newer) => (newer ? null : 'Please choose a document') },
    fieldOf: {
      'link-self': 'newer',
      'version-apart': 'newer',
      'version-exists': 'newer',
      'version-of-copy': 'newer',
      'document-not-found': 'newer',
    },
    async send({ newer }) {
      await call('POST /api/document-versions', {
        body: { documentId: newer ?? '', versionOf: document.id },
      })
      form.resetDirty()
      toast.success('Version added')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog title={`Newer version of ${document.title}`} onClose={() => !form.busy && onClose()}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm">
            The document that you choose becomes the current version. Both files stay as they are, with whom
            they were shared.
          </Text>
          <DocumentPicker
            label="The newer document"
            required
            except={document.id}
            matter={document.matter?.id}
            data-autofocus
            {...form.getInputProps('newer')}
          />
          <FormFailure title="Failed to add the version" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Add version</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
