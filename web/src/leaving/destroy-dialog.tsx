import { type InstructionKind, instructionKinds, instructionWords } from '@deedbox/contract/leaving-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
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
import type { Standing } from './leaving.tsx'

/** Finds the id of a document in the address of its page. */
const idIn = (address: string): string | null =>
  address.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i)?.[0].toLowerCase() ?? null

/** Asks to destroy the documents of an organisation that is locked, with what that rests on. */
export function DestroyDialog(props: { id: string; name: string; standing: Standing; onClose: () => void }) {
  const { id, name, standing, onClose } = props
  const { alone } = standing.can
  const form = useServerForm({
    initialValues: {
      kind: 'instruction' as InstructionKind,
      words: '',
      givenBy: '',
      givenOn: typedDay(null),
      document: '',
    },
    days: { givenOn: { kind: 'last', required: 'This field is required' } },
    validate: {
      words: required,
      givenBy: required,
      document: (address: string) =>
        address.trim() === '' || idIn(address) ? null : 'This is not the address of a document’s page',
    },
    async send({ kind, words, givenBy, givenOn, document }) {
      await call('POST /api/organizations/:organizationId/destruction', {
        params: { organizationId: id },
        body: { kind, words, givenBy, givenOn: givenOn ?? '', documentId: idIn(document) },
      })
      toast.success(alone ? 'The destruction has begun' : 'Another administrator must confirm now')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Destroy the documents of ${name}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            {alone
              ? 'There is no second administrator, so it begins at once, and cannot be taken back.'
              : 'It begins when another administrator confirms, and cannot be taken back then.'}{' '}
            What a legal hold keeps stays.
          </Text>
          <NativeSelect
            label="It rests on"
            data={instructionKinds.map((value) => ({ value, label: instructionWords[value] }))}
            data-autofocus
            {...form.getInputProps('kind')}
          />
          <TextInput
            label="Given by"
            required
            maxLength={limits.text.name}
            autoComplete="off"
            {...form.getInputProps('givenBy')}
          />
          <DayField label="Given on" {...form.day('givenOn')} />
          <Textarea
            label="What they said"
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            {...form.getInputProps('words')}
          />
          <TextInput
            label="Address of its document (optional)"
            description="Where the instruction is kept in Deedbox: copy the address of that document’s page."
            autoComplete="off"
            {...form.getInputProps('document')}
          />
          <FormFailure title="Failed to ask for the destruction" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{alone ? 'Destroy for good' : 'Ask to destroy'}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
