import { aboutEntry, type EntryField } from '@deedbox/contract/custody-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
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
import { HolderField } from './holder-field.tsx'
import { PlaceField } from './place-field.tsx'
import type { CustodyEntry, WholePacket } from './queries.ts'

/** Corrects an entry by another one, or says that it did not happen. */
export function CorrectDialog(props: { packet: WholePacket; entry: CustodyEntry; onClose: () => void }) {
  const { packet, entry, onClose } = props
  const may = aboutEntry(entry.kind).corrects
  const form = useServerForm({
    initialValues: {
      never: may.length === 0,
      outside: entry.outside,
      reason: entry.reason,
      condition: entry.condition,
      placeId: entry.place?.id ?? '',
      holderId: entry.holder?.id ?? '',
      expectedOn: typedDay(entry.expectedOn),
      why: '',
    },
    days: { expectedOn: ({ never }) => (never ? null : { kind: 'nearest' }) },
    validate: { why: required },
    fieldOf: { 'expected-past': 'expectedOn', 'holder-unfit': 'holderId', 'place-retired': 'placeId' },
    async send({ placeId, holderId, ...values }) {
      await call('POST /api/packets/:packetId/movements/:movementId/correct', {
        params: { packetId: packet.id, movementId: entry.id },
        body: { ...values, placeId: placeId || null, holderId: holderId || null },
      })
      toast.success(`Entry ${entry.number} is corrected`)
      onClose()
      await refreshEverything()
    },
  })
  const shows = (field: EntryField) => may.includes(field) && !form.values.never
  const picked = (field: 'placeId' | 'holderId') => {
    const { value, onChange, ...rest } = form.getInputProps(field)
    return { ...rest, value: value || null, onChange: (id: string | null) => onChange(id ?? '') }
  }
  return (
    <Dialog onClose={onClose} title={`Correct entry ${entry.number} of ${packet.number}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            What was recorded stays, marked as corrected. If something has happened since, record that
            instead.
          </Text>
          {may.length > 0 && entry.kind !== 'received' && (
            <Checkbox
              label="It did not happen"
              description="Only while nothing was recorded after it that says where the packet is"
              {...form.getInputProps('never', { type: 'checkbox' })}
            />
          )}
          {shows('holderId') && <HolderField label="Holder" known={entry.holder} {...picked('holderId')} />}
          {shows('outside') && (
            <TextInput
              label="Person"
              maxLength={limits.text.client}
              autoComplete="off"
              {...form.getInputProps('outside')}
            />
          )}
          {shows('placeId') && <PlaceField label="Place" {...picked('placeId')} />}
          {shows('reason') && (
            <Textarea
              label="Reason"
              autosize
              maxLength={limits.text.message}
              {...form.getInputProps('reason')}
            />
          )}
          {shows('expectedOn') && <DayField label="Expected back" {...form.day('expectedOn')} />}
          {shows('condition') && (
            <Textarea
              label="Condition"
              autosize
              maxLength={limits.text.message}
              {...form.getInputProps('condition')}
            />
          )}
          <Textarea
            label="Why it is corrected"
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={limits.text.message}
            {...form.getInputProps('why')}
          />
          <FormFailure title={screen.packetFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Correct</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
