import { limits } from '@deedbox/contract/limits.ts'
import { listText } from '@deedbox/contract/list-text.ts'
import { merge, type Theirs } from '@deedbox/contract/merge.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { Party } from '@deedbox/contract/parties.ts'
import { type PartyKind, partyFields, partyKinds } from '@deedbox/contract/party-terms.ts'
import { errors } from '@deedbox/contract/refusals/matters.ts'
import { Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TheirChanges } from '../ui/their-changes.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { PartyField } from './party-field.tsx'
import { bornRule, PartyFields, partyRules, sentParty, type TypedParty } from './party-fields.tsx'
import { readParty, useParty } from './queries.ts'

type Props = { party: { id: string; name: string }; onClose: () => void }

/** Changes a party, in all its matters. */
export function PartyDialog({ party: { id, name }, onClose }: Props) {
  const { data, error, refetch } = useParty(id)
  return (
    <Dialog onClose={onClose} title={`Change ${name}`} size="lg">
      {error && !data ? (
        <ErrorState title={screen.loadParties} error={error} onRetry={refetch} />
      ) : data ? (
        <PartyForm party={data} onClose={onClose} />
      ) : (
        <Skeleton height={240} role="status" aria-label="Loading the party" />
      )}
    </Dialog>
  )
}

const typed = ({ kind, name, abn, acn, email, bornOn, notes }: Party): TypedParty => ({
  ...{ kind, name, abn, acn, email, notes },
  bornOn: typedDay(bornOn),
})
/** The same as texts, as changes by two people are merged by. */
const texts = ({ bornOn, ...rest }: TypedParty) => ({ ...rest, bornOn: bornOn.typed })
type Texts = ReturnType<typeof texts>
const fromTexts = ({ bornOn, ...rest }: Record<keyof Texts, string>): TypedParty => ({
  ...rest,
  kind: rest.kind as PartyKind,
  bornOn: { typed: bornOn },
})

function PartyForm({ party, onClose }: { party: Party; onClose: () => void }) {
  const [opened, setOpened] = useState(party)
  const [theirs, setTheirs] = useState<Theirs<keyof Texts>[]>([])
  const form = useServerForm<TypedParty>({
    initialValues: typed(party),
    days: { bornOn: ({ kind }) => (kind === 'person' ? bornRule : null) },
    validate: partyRules,
    async send(values) {
      try {
        const body = { ...sentParty(values), updatedAt: opened.updatedAt }
        await call('PUT /api/parties/:partyId', { params: { partyId: opened.id }, body })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'party-changed') {
          const latest = await readParty(opened.id)
          const mine = texts({ ...values, bornOn: typedDay(values.bornOn) })
          const merged = merge<keyof Texts>(texts(typed(opened)), mine, texts(typed(latest)))
          form.setValues(fromTexts(merged.values))
          setTheirs(merged.theirs)
          setOpened(latest)
        }
        throw error
      }
      toast.success(`${values.name} is saved`)
      onClose()
      await refreshEverything()
    },
  })
  const changed = form.failure instanceof ApiError && form.failure.code === 'party-changed'
  const said = (field: keyof Texts, text: string) => (field === 'kind' ? partyKinds[text as PartyKind] : text)
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        {changed ? (
          <TheirChanges
            title={errors['party-changed'].message}
            labels={partyFields}
            theirs={theirs.map((change) => ({
              ...change,
              was: said(change.field, change.was),
              now: said(change.field, change.now),
              yours: change.yours && said(change.field, change.yours),
            }))}
            onTake={({ field }) => {
              const taken = theirs.find((change) => change.field === field)
              if (taken) form.setValues(fromTexts({ ...texts(form.values), [field]: taken.now }))
            }}
          />
        ) : (
          <FormFailure title={screen.partyFailed} error={form.failure} />
        )}
        <PartyFields
          values={form.values}
          inputProps={(name) => form.getInputProps(name)}
          bornOn={form.day('bornOn')}
        />
        <Textarea
          label={partyFields.notes}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.text.message}
          {...form.getInputProps('notes')}
        />
        <Text size="sm" c="dimmed">
          {mattersText(opened)} The change shows in all of them.
        </Text>
        <DialogButtons>
          <CancelButton onCancel={onClose} disabled={form.busy} />
          <SubmitButton busy={form.busy}>Save changes</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}

const mattersText = ({ matters, alsoWritten }: Party): string =>
  `Party to ${listText(matters.map(({ name }) => name)) || 'no matter that you see'}.${
    alsoWritten.length > 0 ? ` Also entered as ${alsoWritten.join(', ')}.` : ''
  }`

/** Merges a party that was entered twice into the other one. */
export function MergeDialog({ party: { id, name }, onClose }: Props) {
  const { data } = useParty(id)
  const form = useServerForm({
    initialValues: { into: '' },
    validate: { into: (into) => (into ? null : 'Please choose the other party') },
    fieldOf: { 'party-kinds': 'into', 'party-same': 'into' },
    async send({ into }) {
      const { party } = await call('POST /api/parties/:partyId/merge', {
        params: { partyId: id },
        body: { into },
      })
      toast.success(`${name} is shown as ${party.name} now`)
      onClose()
      await refreshEverything()
    },
  })
  const { value, onChange, ...rest } = form.getInputProps('into')
  return (
    <Dialog onClose={onClose} title={`Merge ${name} into another party?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            For somebody who was entered twice. All roles of {name} are shown under the other party, which
            takes over numbers, email and notes that it lacks. The name stays findable. It cannot be undone.
          </Text>
          {data && (
            <Text size="sm" c="dimmed">
              {mattersText(data)}
            </Text>
          )}
          <PartyField
            label="The other party"
            withAsterisk
            data-autofocus
            except={id}
            {...rest}
            value={value || null}
            onChange={(chosen) => onChange(chosen ?? '')}
          />
          <FormFailure title={screen.partyFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Merge</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
