import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { fill, screen, success } from '@deedbox/contract/messages.ts'
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { documentsText } from '../lib/list-text.ts'
import { refreshEverything } from '../lib/query.ts'
import { ClientInput } from '../ui/client-input.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay, type TypedDay } from '../ui/typed-day.ts'
import { expiryRule, type Type, typeChoices } from './labels.ts'
import { LeftOut } from './left-out.tsx'

type Values = {
  setType: boolean
  type: Type
  setClient: boolean
  clientName: string
  setExpiry: boolean
  expiryDate: TypedDay
}

/** Corrects the type, client or expiry date of several documents, all of them or none: only what is ticked. */
export function CorrectDialog(props: {
  documents: DocumentRow[]
  leftOut?: DocumentRow[]
  onClose: () => void
}) {
  // As they were read; whoever was slower reads those again, and may save over them.
  const [seen, setSeen] = useState(() => props.documents.map(({ id, updatedAt }) => ({ id, updatedAt })))
  const form = useServerForm<Values>({
    initialValues: {
      setType: false,
      type: 'trust_deed',
      setClient: false,
      clientName: '',
      setExpiry: false,
      expiryDate: noDay,
    },
    days: { expiryDate: ({ setExpiry }) => (setExpiry ? expiryRule : null) },
    async send({ setType, type, setClient, clientName, setExpiry, expiryDate }) {
      const changes = {
        ...(setType && { type }),
        ...(setClient && { clientName: clientName.trim() || null }),
        ...(setExpiry && { expiryDate }),
      }
      try {
        await call('POST /api/documents/correct', { body: { documents: seen, changes } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'documents-changed')
          setSeen(await readAgain(seen, Object.keys(error.fields)))
        throw error
      }
      form.resetDirty()
      toast.success(fill(success.correctedMany, { n: documentsText(seen.length) }))
      props.onClose()
      void refreshEverything()
    },
  })
  const { values } = form
  const ticked = (name: 'setType' | 'setClient' | 'setExpiry', label: string) => (
    <Checkbox label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
  )
  const changed = form.failure instanceof ApiError && form.failure.code === 'documents-changed'
  return (
    <Dialog
      title={`Correct the details of ${documentsText(props.documents.length)}`}
      onClose={() => !form.busy && props.onClose()}
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title={screen.correctFailed}>
            {changed &&
              `${form.failure?.message} What you chose is still here: save again to set it for all of them.`}
          </FormFailure>
          <Text size="sm">Only what you tick is changed, and it becomes the same for all of them.</Text>
          <LeftOut action="correct" documents={props.leftOut ?? []} />
          {ticked('setType', 'Change the type')}
          {values.setType && (
            <Select label="Type" data={typeChoices} allowDeselect={false} {...form.getInputProps('type')} />
          )}
          {ticked('setClient', 'Change the client')}
          {values.setClient && (
            <ClientInput
              {...form.getInputProps('clientName')}
              value={values.clientName}
              description="Left blank, they have no client."
            />
          )}
          {ticked('setExpiry', 'Change the expiry date')}
          {values.setExpiry && (
            <DayField label="Expiry date" whenEmpty="No expiry" {...form.day('expiryDate')} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose} disabled={form.busy}>
              Cancel
            </Button>
            <SubmitButton
              busy={form.busy}
              disabled={!values.setType && !values.setClient && !values.setExpiry}
            >
              Save
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

type Seen = { id: string; updatedAt: string | null }

/** What the changed ones are now. */
async function readAgain(seen: Seen[], changed: string[]): Promise<Seen[]> {
  const latest = new Map<string, string | null>()
  for (const documentId of changed) {
    const { document } = await call('GET /api/documents/:documentId', { params: { documentId } })
    latest.set(documentId, document.updatedAt)
  }
  return seen.map((one) => ({
    ...one,
    updatedAt: latest.has(one.id) ? (latest.get(one.id) ?? null) : one.updatedAt,
  }))
}
