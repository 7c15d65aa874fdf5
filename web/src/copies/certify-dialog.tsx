import {
  type Capacity,
  capacities,
  capacitySourceText,
  certifiedStatement,
} from '@deedbox/contract/copy-capacities.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { type Answer, call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

const day = (on: string) => dateText(on, 'UTC')

/** Certifies a copy: in which capacity, by which sighting of the original, and the statement. */
export function CertifyDialog(props: {
  document: { id: string; title: string }
  sightings: Answer<'GET /api/documents/:documentId/copies'>['sightings']
  onClose: () => void
}) {
  const { document, sightings, onClose } = props
  const navigate = useNavigate()
  const form = useServerForm({
    initialValues: { sightingId: sightings[0]?.id ?? '', capacity: '', registration: '', stated: false },
    validate: {
      capacity: required,
      registration: required,
      stated: (stated: boolean) => (stated ? null : 'Please confirm the statement'),
    },
    send: async ({ sightingId, capacity, registration }) => {
      const { documentId } = await call('POST /api/documents/:documentId/copies/certified', {
        params: { documentId: document.id },
        body: { sightingId, capacity: capacity as Capacity, registration, stated: true },
      })
      toast.success('The copy was made')
      await refreshEverything()
      onClose()
      void navigate(`/documents/${documentId}`)
    },
  })
  const close = () => {
    if (!form.busy) onClose()
  }
  const sighting = sightings.find(({ id }) => id === form.values.sightingId)
  return (
    <Dialog onClose={close} size="lg" title={`Certify a copy of ${document.title}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <NativeSelect
            label="You sighted the original"
            data={sightings.map(({ id, packet, on }) => ({ value: id, label: `${day(on)} · ${packet}` }))}
            {...form.getInputProps('sightingId')}
          />
          <NativeSelect
            label="Your capacity"
            required
            description={capacitySourceText(day)}
            data={[
              { value: '', label: 'Choose' },
              ...Object.entries(capacities).map(([value, label]) => ({ value, label })),
            ]}
            {...form.getInputProps('capacity')}
          />
          <TextInput
            label="Registration number"
            required
            description="Your number on the register or roll, or of your appointment. Each page shows it."
            maxLength={limits.text.name}
            {...form.getInputProps('registration')}
          />
          <Checkbox
            label={certifiedStatement(sighting ? day(sighting.on) : '')}
            {...form.getInputProps('stated', { type: 'checkbox' })}
          />
          <Text size="sm" c="dimmed">
            Each page says this, with your name, your capacity, today’s date and its page number. A trustee is
            not a capacity.
          </Text>
          <FormFailure title="Failed to certify the copy" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={close} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Certify the copy</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
