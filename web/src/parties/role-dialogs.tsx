import { limits } from '@deedbox/contract/limits.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { type PartyRole, roleText } from '@deedbox/contract/party-terms.ts'
import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay, typedDay } from '../ui/typed-day.ts'
import { newParty, PartyField } from './party-field.tsx'
import { PartyFields, sentParty } from './party-fields.tsx'
import type { Role } from './queries.ts'
import { EndFields, RoleFields } from './role-fields.tsx'
import { sentEnd, sentRole, useRoleForm } from './role-form.ts'

type Props = { matter: Matter; onClose: () => void }

/** Adds a party with its role: one that is known, found by name, or a new one. `role`: the role that is chosen at first. */
export function AddDialog({ matter, role: begin, onClose }: Props & { role?: PartyRole }) {
  const form = useRoleForm({
    matter,
    role: null,
    ...(begin && { begin }),
    async send(values) {
      const isNew = values.partyId === newParty
      const who = isNew ? { party: sentParty(values) } : { partyId: values.partyId }
      const { role } = await call('POST /api/matters/:matterId/roles', {
        params: { matterId: matter.id },
        body: { ...sentRole(values), ...who },
      })
      toast.success(`${role.party.name} is added as ${roleText(role).toLowerCase()}`)
      onClose()
      await refreshEverything()
    },
  })
  const { value, onChange, ...party } = form.getInputProps('partyId')
  return (
    <Dialog onClose={onClose} title={`Add a party to ${matter.name}`} size="lg">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <PartyField
            label="Party"
            withAsterisk
            data-autofocus
            {...party}
            value={value || null}
            onChange={(id) => onChange(id ?? '')}
            onNew={(name) => form.setFieldValue('name', name)}
          />
          {form.values.partyId === newParty && (
            <PartyFields
              values={form.values}
              inputProps={(name) => form.getInputProps(name)}
              bornOn={form.day('bornOn')}
            />
          )}
          <RoleFields form={form} matter={matter} was={null} />
          <FormFailure title={screen.roleFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Add party</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

type OfRole = Props & { role: Role }

/** The end that is proposed for a role, as after a death. */
export type ProposedEnd = { day: string; document: { id: string; title: string | null } | null }

/** Records the last day of a role. */
export function EndDialog({ matter, role, proposed, onClose }: OfRole & { proposed?: ProposedEnd }) {
  const form = useServerForm({
    initialValues: {
      untilDay: proposed ? typedDay(proposed.day) : noDay,
      untilDocument: proposed?.document?.id ?? '',
      untilClause: '',
      untilBy: '',
    },
    days: { untilDay: { kind: 'last', required: 'Please enter the last day' } },
    fieldOf: { 'role-end': 'untilDay', 'document-not-found': 'untilDocument' },
    async send(values) {
      await call('POST /api/matters/:matterId/roles/:roleId/end', {
        params: { matterId: matter.id, roleId: role.id },
        body: sentEnd(values, values.untilDay ?? ''),
      })
      toast.success(`The role of ${role.party.name} has its last day`)
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={`End the role of ${role.party.name} as ${roleText(role).toLowerCase()}`}
      size="lg"
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <EndFields
            day={form.day('untilDay')}
            matter={matter}
            edge={proposed && { document: proposed.document, by: null }}
            inputs={{
              document: form.getInputProps('untilDocument'),
              clause: form.getInputProps('untilClause'),
              by: form.getInputProps('untilBy'),
            }}
          />
          <FormFailure title={screen.roleFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>End role</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Corrects what was recorded of a role, also that there never was one. */
export function CorrectDialog({ matter, role, onClose }: OfRole) {
  const form = useRoleForm({
    matter,
    role,
    async send(values) {
      const { never, reason } = values
      // Days stay as they were where there was no such role, as their fields are hidden.
      const days = never ? { from: sentFrom(role), until: sentUntil(role) } : {}
      await call('POST /api/matters/:matterId/roles/:roleId/correct', {
        params: { matterId: matter.id, roleId: role.id },
        body: { ...sentRole(values), ...days, never, reason },
      })
      toast.success('The role is corrected')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={`Correct the role of ${role.party.name} as ${roleText(role).toLowerCase()}`}
      size="lg"
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            What was recorded stays, marked as corrected. If the role has really ended, end it instead.
          </Text>
          <Checkbox
            label="There never was such a role"
            {...form.getInputProps('never', { type: 'checkbox' })}
          />
          {!form.values.never && <RoleFields form={form} matter={matter} was={role} />}
          <Textarea
            label="Why it is corrected"
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={limits.text.message}
            {...form.getInputProps('reason')}
          />
          <FormFailure title={screen.roleFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Correct</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

type Edge = NonNullable<Role['until']> | Role['from']
const sent = ({ document, clause, by }: Edge) => ({
  document: document?.id ?? null,
  clause,
  by: by?.id ?? null,
})
const sentFrom = ({ from }: Role) => ({ day: from.day, ...sent(from) })
const sentUntil = ({ until }: Role) => until && { day: until.day, ...sent(until) }
