import {
  type InspectionRefusal,
  inspectionRefusalNames,
  inspectionRefusals,
} from '@deedbox/contract/inspection-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { type AccessLevel, WhichLevel } from '../ui/which-level.tsx'
import { DocumentsField } from './documents-field.tsx'
import type { InspectionRow } from './inspections.tsx'

type Props = { inspection: InspectionRow; onClose: () => void }

/** Note for the practice, as the field of a form. */
const NoteField = (field: object) => (
  <Textarea
    label="Note (optional)"
    description="It stays in the practice."
    autosize
    minRows={2}
    maxRows={8}
    maxLength={limits.text.message}
    {...field}
  />
)

/** Lets a person inspect wills, earlier ones too. */
export function GiveDialog({ inspection: { id, name, deceased }, onClose }: Props) {
  const form = useServerForm({
    initialValues: {
      documents: [null] as (string | null)[],
      accessLevel: 'view' as AccessLevel,
      expiresOn: typedDay(null),
      note: '',
    },
    days: { expiresOn: { kind: 'future', required: 'Please enter the last day' } },
    validate: { documents: (chosen) => (chosen.some(Boolean) ? null : 'Please choose a will') },
    async send({ documents, accessLevel, expiresOn, note }) {
      await call('POST /api/inspections/:inspectionId/give', {
        params: { inspectionId: id },
        body: {
          documentIds: documents.filter((one) => one !== null),
          accessLevel,
          expiresOn: expiresOn ?? '',
          note,
        },
      })
      toast.success(`${name} may inspect it now`)
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} size="lg" title={`Let ${name} inspect the will of ${deceased}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            They get an email and access until the last day. The law may let them see earlier wills too.
          </Text>
          <DocumentsField
            {...form.getInputProps('documents')}
            value={form.values.documents}
            labelOf={(at) => (at === 0 ? 'Will' : `Earlier will ${at}`)}
            add="Add an earlier will"
            most={20}
          />
          <WhichLevel {...form.getInputProps('accessLevel')} />
          <DayField label="Last day" {...form.day('expiresOn')} />
          <NoteField {...form.getInputProps('note')} />
          <FormFailure title="Failed to give access" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Let them inspect</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Refuses, in one of the sentences that tell nothing of what is kept. */
export function RefuseDialog({ inspection: { id, name, deceased }, onClose }: Props) {
  const form = useServerForm({
    // What somebody is told after a death is chosen, never taken over.
    initialValues: { refusal: '' as InspectionRefusal | '', note: '' },
    validate: { refusal: (chosen) => (chosen ? null : 'Please choose what they are told') },
    async send({ refusal, note }) {
      if (!refusal) return
      const body = { refusal, note }
      await call('POST /api/inspections/:inspectionId/refuse', { params: { inspectionId: id }, body })
      toast.success('Request refused')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Refuse ${name} the will of ${deceased}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Radio.Group
            label="What they are told"
            description="Each of these sentences tells nothing of what you keep."
            {...form.getInputProps('refusal')}
          >
            <Stack gap="xs" mt={6}>
              {inspectionRefusalNames.map((one) => (
                <Radio key={one} value={one} label={inspectionRefusals[one]} />
              ))}
            </Stack>
          </Radio.Group>
          <NoteField {...form.getInputProps('note')} />
          <FormFailure title="Failed to refuse" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Refuse</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
