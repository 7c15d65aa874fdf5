import type { Document } from '@deedbox/contract/documents.ts'
import { type Relation, relationNames, relations, type Side } from '@deedbox/contract/link-terms.ts'
import { NativeSelect, Stack, Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

type How = `${Relation} ${Side}`
/** Effects of this document, and then those on it. */
const choices = (['from', 'to'] as const).flatMap((side) =>
  relationNames.map((relation) => ({
    value: `${relation} ${side}` as How,
    label: side === 'from' ? relations[relation].label : `Is ${relations[relation].done.toLowerCase()}`,
  })),
)

/** Links a document to another one that it varies, replaces or revokes, or that does so to it. */
export function LinkDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { how: 'varies from' as How, other: null as string | null },
    validate: { other: (other) => (other ? null : 'Please choose a document') },
    fieldOf: { 'link-self': 'other', 'link-exists': 'other', 'document-not-found': 'other' },
    async send({ how, other }) {
      const [relation, side] = how.split(' ') as [Relation, Side]
      const [one, another] = [document.id, other ?? '']
      const body =
        side === 'from' ? { from: one, relation, to: another } : { from: another, relation, to: one }
      await call('POST /api/document-links', { body })
      form.resetDirty()
      toast.success('Documents linked')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog title={`Link ${document.title}`} onClose={() => !form.busy && onClose()}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm">
            Both documents then show the link, each to those who may open both. It changes nothing else.
          </Text>
          <NativeSelect label="This document" data={choices} data-autofocus {...form.getInputProps('how')} />
          <DocumentPicker
            label="The other document"
            required
            except={document.id}
            matter={document.matter?.id}
            {...form.getInputProps('other')}
          />
          <FormFailure title="Failed to link the documents" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Link</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
