import { type DetailName, detailLabels, documentTypeLabels } from '@deedbox/contract/document-terms.ts'
import type { Document } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { merge, type Theirs } from '@deedbox/contract/merge.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { ClientInput } from '../ui/client-input.tsx'
import { DayField } from '../ui/day-field.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TheirChanges } from '../ui/their-changes.tsx'
import { toast } from '../ui/toast.tsx'
import { type TypedDay, typedDay } from '../ui/typed-day.ts'
import { expiryRule, type Type, typeChoices, typeOf } from './labels.ts'

type Values = { title: string; type: Type; clientName: string; expiryDate: TypedDay }
type Texts = Record<DetailName, string>

const valuesOf = ({ title, type, clientName, expiryDate }: Document): Values => ({
  title,
  type: typeOf(type),
  clientName: clientName ?? '',
  expiryDate: typedDay(expiryDate),
})

/** As the form and what others changed show it. */
const textsOf = (
  title: string,
  type: string,
  clientName: string | null,
  expiryDate: string | null,
): Texts => ({
  title,
  type: documentTypeLabels[typeOf(type)],
  clientName: clientName ?? '',
  expiryDate: typedDay(expiryDate).typed,
})
const textsOfDocument = (it: Document) => textsOf(it.title, it.type, it.clientName, it.expiryDate)

const typeNamed = (label: string): Type =>
  typeChoices.find((choice) => choice.label === label)?.value ?? 'other'
const valueFrom = (field: DetailName, text: string): string | TypedDay =>
  field === 'expiryDate' ? { typed: text } : field === 'type' ? typeNamed(text) : text

/**
 * Corrects the details of a document, in the place where they are shown. If somebody else has corrected them meanwhile, the form
 * shows what they changed, keeps what was typed, and can be saved again.
 */
export function CorrectForm({ document, onClose }: { document: Document; onClose: () => void }) {
  const [opened, setOpened] = useState(document)
  const [theirs, setTheirs] = useState<Theirs<DetailName>[]>([])

  const form = useServerForm<Values>({
    initialValues: valuesOf(document),
    validate: { title: required },
    days: { expiryDate: expiryRule },
    fieldOf: {
      'changes.title': 'title',
      'changes.clientName': 'clientName',
      'changes.expiryDate': 'expiryDate',
    },
    async send({ title, type, clientName, expiryDate }) {
      const { id, updatedAt } = opened
      const changes = { title, type, clientName: clientName.trim() || null, expiryDate }
      try {
        await call('POST /api/documents/correct', { body: { documents: [{ id, updatedAt }], changes } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'documents-changed')
          await take(textsOf(title, type, clientName, expiryDate))
        throw error
      }
      form.resetDirty()
      toast.success(success.corrected)
      onClose()
      void refreshEverything()
    },
  })

  /** Merges what was typed with what is stored now. */
  async function take(typed: Texts): Promise<void> {
    const { document: latest } = await call('GET /api/documents/:documentId', {
      params: { documentId: opened.id },
    })
    const merged = merge(textsOfDocument(opened), typed, textsOfDocument(latest))
    for (const [field, text] of Object.entries(merged.values) as [DetailName, string][])
      form.setFieldValue(field, valueFrom(field, text) as never)
    setTheirs(merged.theirs)
    setOpened(latest)
  }

  const changed = form.failure instanceof ApiError && form.failure.code === 'documents-changed'
  return (
    <form noValidate onSubmit={form.submit} aria-label="Correct the details">
      <Stack>
        {changed ? (
          <TheirChanges
            title={form.failure?.message ?? ''}
            labels={detailLabels}
            theirs={theirs}
            onTake={({ field, now }) => form.setFieldValue(field, valueFrom(field, now) as never)}
          />
        ) : (
          <FormFailure error={form.failure} title={screen.correctFailed} />
        )}
        <TextInput
          label="Title"
          withAsterisk
          maxLength={limits.text.title}
          autoComplete="off"
          autoFocus
          {...form.getInputProps('title')}
        />
        <Select label="Type" data={typeChoices} allowDeselect={false} {...form.getInputProps('type')} />
        <ClientInput {...form.getInputProps('clientName')} value={form.values.clientName} />
        <DayField label="Expiry date" whenEmpty="No expiry" {...form.day('expiryDate')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={form.busy}>
            Cancel
          </Button>
          <SubmitButton busy={form.busy}>Save</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
