import { counted } from '@deedbox/contract/counts.ts'
import { ruleOfDetail } from '@deedbox/contract/detail-days.ts'
import { aboutDetail, type DetailName, detailNames, toDetails } from '@deedbox/contract/document-details.ts'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { fill, screen, success } from '@deedbox/contract/messages.ts'
import { Checkbox, Stack, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { DetailField } from './detail-field.tsx'
import { type DetailValues, rulesOfDays, valuesOf } from './detail-values.ts'
import { LeftOut } from './left-out.tsx'

type Values = DetailValues & { ticked: DetailName[] }

/** The details that several documents may have in common. */
const names = detailNames.filter((name) => aboutDetail(name).same)
/** Values at first: the type of a trust deed, which is the usual correction of several, and nothing else. */
const initialValues: Values = { ...valuesOf(toDetails({ title: '', type: 'trust_deed' })), ticked: [] }

/** Corrects details of several documents, all of them or none; ticked details only. */
export function CorrectDialog(props: {
  documents: DocumentRow[]
  leftOut?: DocumentRow[]
  onClose: () => void
}) {
  // Documents as they were read; the slower person reads changed ones again, and may save over them.
  const [seen, setSeen] = useState(() => props.documents.map(({ id, updatedAt }) => ({ id, updatedAt })))
  const form = useServerForm<Values>({
    initialValues,
    days: rulesOfDays(
      (name) =>
        ({ ticked }, today) =>
          ticked.includes(name) ? ruleOfDetail(name, today, 'nearest') : null,
    ),
    async send({ ticked, ...values }) {
      const details = toDetails(values)
      const changes = Object.fromEntries(ticked.map((name) => [name, details[name]]))
      try {
        await call('POST /api/documents/correct', { body: { documents: seen, changes } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'documents-changed')
          setSeen(await readAgain(seen, Object.keys(error.fields)))
        throw error
      }
      form.resetDirty()
      toast.success(fill(success.correctedMany, { n: counted(seen.length, 'document') }))
      props.onClose()
      void refreshEverything()
    },
  })
  const { ticked, kind } = form.values
  // The type follows from a kind.
  const hidden = ticked.includes('kind') && kind ? 'type' : null
  const changed = form.failure instanceof ApiError && form.failure.code === 'documents-changed'
  return (
    <Dialog
      title={`Correct the details of ${counted(props.documents.length, 'document')}`}
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
          {names.map((name) => {
            if (name === hidden) return null
            const label = aboutDetail(name).label.toLowerCase()
            const isTicked = ticked.includes(name)
            const others = ticked.filter((one) => one !== name)
            return (
              <Fragment key={name}>
                <Checkbox
                  label={`Change the ${label}`}
                  checked={isTicked}
                  onChange={() => form.setFieldValue('ticked', isTicked ? others : [...others, name])}
                />
                {isTicked && (
                  <DetailField
                    name={name}
                    held={form.getInputProps}
                    day={form.day}
                    description={`Left blank, they have no ${label}.`}
                  />
                )}
              </Fragment>
            )
          })}
          <DialogButtons>
            <CancelButton onCancel={props.onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy} disabled={ticked.length === 0}>
              Save
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

type Seen = { id: string; updatedAt: string | null }

/** Reads the changed documents again. */
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
