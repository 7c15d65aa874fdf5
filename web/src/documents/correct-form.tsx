import { ruleOfDetail } from '@deedbox/contract/detail-days.ts'
import {
  type DetailName,
  type Details,
  detailLabels,
  detailNames,
  signingDetails,
  toDetails,
} from '@deedbox/contract/document-details.ts'
import type { Document } from '@deedbox/contract/documents.ts'
import { merge, type Theirs } from '@deedbox/contract/merge.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TheirChanges } from '../ui/their-changes.tsx'
import { toast } from '../ui/toast.tsx'
import { DetailFields } from './detail-fields.tsx'
import { type DetailValues, rulesOfDays, textsOf, valueFrom, valuesOf } from './detail-values.ts'

/**
 * Corrects the details of a document in the place where they are shown. If somebody else has corrected them meanwhile, the form shows their changes,
 * keeps the typed text, and can be saved again.
 */
export function CorrectForm({ document, onClose }: { document: Document; onClose: () => void }) {
  const [opened, setOpened] = useState(document)
  const [theirs, setTheirs] = useState<Theirs<DetailName>[]>([])

  const form = useServerForm<DetailValues>({
    initialValues: valuesOf(document),
    validate: { title: required },
    // An expiry date may have passed.
    days: rulesOfDays((name) => (_, today) => ruleOfDetail(name, today, 'nearest')),
    fieldOf: Object.fromEntries(detailNames.map((name) => [`changes.${name}`, name])),
    async send(values) {
      const { id, updatedAt } = opened
      const changes = toDetails(values)
      try {
        await call('POST /api/documents/correct', { body: { documents: [{ id, updatedAt }], changes } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'documents-changed') await take(changes)
        throw error
      }
      form.resetDirty()
      toast.success(success.corrected)
      onClose()
      void refreshEverything()
    },
  })

  /** Merges the typed values with the stored ones. */
  async function take(typed: Details): Promise<void> {
    const { document: latest } = await call('GET /api/documents/:documentId', {
      params: { documentId: opened.id },
    })
    const merged = merge(textsOf(opened), textsOf(typed), textsOf(latest))
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
        <DetailFields
          names={detailNames}
          values={form.values}
          faulty={signingDetails.some((name) => form.errors[name])}
          held={form.getInputProps}
          day={form.day}
          autoFocus="title"
        />
        <Group justify="flex-end">
          <CancelButton onCancel={onClose} disabled={form.busy} />
          <SubmitButton busy={form.busy}>Save</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
