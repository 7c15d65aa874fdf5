import type { Death } from '@deedbox/contract/deaths.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { unseenDocument } from '@deedbox/contract/party-rules.ts'
import { Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { CheckList } from '../ui/check-list.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'

type Named = { id: string; name: string }

/** Records a death, or corrects what was recorded of it. */
export function DeathDialog(props: { party: Named; death: Death | null; onClose: () => void }) {
  const { party, death, onClose } = props
  const form = useServerForm({
    initialValues: {
      diedOn: typedDay(death?.diedOn ?? null),
      document: death?.document?.id ?? '',
      note: death?.note ?? '',
      never: false,
      reason: '',
    },
    days: { diedOn: { kind: 'last', required: 'Please enter the day of death' } },
    validate: { reason: (reason) => (death ? required(reason) : null) },
    fieldOf: { 'death-future': 'diedOn', 'document-not-found': 'document' },
    async send({ diedOn, document, note, never, reason }) {
      const facts = { diedOn: diedOn ?? '', document: document || null, note }
      if (death) {
        const params = { deathId: death.id }
        await call('POST /api/deaths/:deathId/correct', { params, body: { ...facts, never, reason } })
      } else await call('POST /api/parties/:partyId/death', { params: { partyId: party.id }, body: facts })
      toast.success(death ? 'The record is corrected' : `The death of ${party.name} is recorded`)
      onClose()
      await refreshEverything()
    },
  })
  const { value, onChange, ...picked } = form.getInputProps('document')
  const known = death?.document?.id
    ? { id: death.document.id, name: death.document.title ?? unseenDocument }
    : null
  return (
    <Dialog
      onClose={onClose}
      title={death ? `Correct what is recorded of the death of ${party.name}` : `Death of ${party.name}`}
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {death
              ? 'What was recorded stays, marked as corrected. Access that has ended does not come back by itself.'
              : 'It shows at once in all matters of this person. Access that rests on a power ends when somebody has confirmed having seen the evidence.'}
          </Text>
          {death && (
            <Checkbox
              label={`${party.name} is alive: the record was wrong`}
              {...form.getInputProps('never', { type: 'checkbox' })}
            />
          )}
          <DayField label="Day of death" autoFocus {...form.day('diedOn')} />
          <DocumentPicker
            label="Evidence"
            description="Such as the death certificate; it may come later"
            known={known}
            {...picked}
            value={value || null}
            onChange={(id) => onChange(id ?? '')}
          />
          <Textarea
            label="Note"
            autosize
            minRows={1}
            maxRows={6}
            maxLength={limits.text.message}
            {...form.getInputProps('note')}
          />
          {death && (
            <Textarea
              label="Why it is corrected"
              required
              autosize
              minRows={2}
              maxRows={6}
              maxLength={limits.text.message}
              {...form.getInputProps('reason')}
            />
          )}
          <FormFailure title={screen.deathFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{death ? 'Correct' : 'Record death'}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Says which access rests on a power that the party gave: first the power, then the access, found by who has it. */
export function PowerDialog({ party, onClose }: { party: Named; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const { data } = useQuery({
    queryKey: ['access', 'of-power', search],
    queryFn: ({ signal }) =>
      call('GET /api/access', {
        query: { scope: 'handled', view: 'active', search, limit: limits.bulk },
        signal,
      }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const rows = search === '' ? [] : (data?.grants ?? [])
  // Rows in view alone are sent, so that nothing is set that the person no longer sees.
  const inView = (chosen: readonly string[]) =>
    rows.filter(({ id }) => chosen.includes(id)).map(({ id }) => id)
  const form = useServerForm({
    initialValues: { document: '', chosen: [] as string[] },
    validate: { document: (id) => (id ? null : 'Please choose the document of the power') },
    fieldOf: { 'power-kind': 'document', 'document-not-found': 'document' },
    async send({ document, chosen }) {
      const params = { partyId: party.id }
      const body = { document, grantIds: inView(chosen) }
      await call('POST /api/parties/:partyId/powers', { params, body })
      toast.success('The access rests on the power now')
      onClose()
      await refreshEverything()
    },
  })
  const { value, onChange, ...picked } = form.getInputProps('document')
  const { chosen } = form.values
  const toggle = (id: string) =>
    form.setFieldValue('chosen', chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <Dialog onClose={onClose} title={`Access that rests on a power of ${party.name}`} size="lg">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <DocumentPicker
            label="Power"
            description="The enduring power of attorney or guardianship"
            withAsterisk
            data-autofocus
            {...picked}
            value={value || null}
            onChange={(id) => onChange(id ?? '')}
          />
          <TextInput
            label="Whose access"
            description="Name or email of the attorney"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {rows.length > 0 ? (
            <CheckList
              label="Active access"
              rows={rows.map(({ id, userName, userEmail, documentTitle }) => ({
                id,
                title: documentTitle,
                details: `${userName} · ${userEmail}`,
              }))}
              selected={new Set(chosen)}
              onToggle={toggle}
            />
          ) : (
            <Text size="sm" c="dimmed" role="status">
              {search === '' || !data
                ? 'Type a name to see what that person has access to now.'
                : 'Nobody who matches has access to anything now.'}
            </Text>
          )}
          <FormFailure title={screen.powerFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy} disabled={inView(chosen).length === 0}>
              Rests on this power
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
