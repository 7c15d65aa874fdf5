import { type CheckWay, checkWays } from '@deedbox/contract/identity-check-terms.ts'
import type { IdentityCheck } from '@deedbox/contract/identity-checks.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, Group, NativeSelect, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconIdBadge2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { allEmails, noPeople, PeopleInput, unclearPeople } from '../ui/people-input.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { required } from '../ui/rules.ts'
import { Stacked } from '../ui/stacked.tsx'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay } from '../ui/typed-day.ts'
import { WhenStacked } from '../ui/when-stacked.tsx'

type Named = { id: string; name: string }
type Open = { act: 'people' | 'withdraw'; check: IdentityCheck }

/** Identity checks of a party that name the person, with the day of the next one. */
export function IdentityOf({ party }: { party: Named }) {
  const [recording, setRecording] = useState(false)
  const [open, setOpen] = useState<Open | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['matters', 'identity', party.id],
    queryFn: ({ signal }) =>
      call('GET /api/parties/:partyId/identity-checks', { params: { partyId: party.id }, signal }),
  })
  if (!data)
    return error ? (
      <ErrorState title={screen.loadChecks} error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={80} role="status" aria-label="Loading identity checks" />
    )
  return (
    <>
      <Button
        variant="default"
        mb="sm"
        leftSection={<IconIdBadge2 size={16} aria-hidden="true" />}
        onClick={() => setRecording(true)}
      >
        Record identity check
      </Button>
      {data.checks.length === 0 ? (
        <Text c="dimmed">No identity check that names you is recorded. Others may be.</Text>
      ) : (
        <DataTable
          label="Identity checks"
          columns={columnsWith(setOpen)}
          rows={data.checks}
          rowKey={({ id }) => id}
        />
      )}
      {recording && <RecordDialog party={party} onClose={() => setRecording(false)} />}
      {open?.act === 'people' && <NameDialog check={open.check} onClose={() => setOpen(null)} />}
      {open?.act === 'withdraw' && <WithdrawDialog check={open.check} onClose={() => setOpen(null)} />}
    </>
  )
}

const columnsWith = (onOpen: (open: Open) => void): Column<IdentityCheck>[] => [
  {
    heading: 'Checked',
    kind: 'main',
    cell: ({ checkedOn, how, by, withdrawn }) => (
      <Stacked
        text={`${dateText(checkedOn, 'UTC')}, by ${by}`}
        small={[checkWays[how], ...(withdrawn ? [`Does not count: ${withdrawn}`] : [])]}
      />
    ),
  },
  {
    heading: 'Reference',
    width: '22%',
    brief: true,
    cell: ({ reference, note }) => <Stacked text={reference || '–'} small={note ? [note] : []} />,
  },
  {
    heading: 'Next',
    width: '8rem',
    brief: true,
    cell: ({ nextOn, withdrawn }) => (nextOn && !withdrawn ? <WhenStacked at={nextOn} /> : '–'),
  },
  {
    heading: 'Seen by',
    width: '22%',
    cell: ({ people }) => <Stacked text={people.map(({ name }) => name).join(', ')} small={[]} />,
  },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '17rem',
    cell: (check) => (
      <Group gap={4} wrap="nowrap" justify="end">
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => onOpen({ act: 'people', check })}
        >
          Who sees it
        </Button>
        {!check.withdrawn && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => onOpen({ act: 'withdraw', check })}
          >
            Does not count
          </Button>
        )}
      </Group>
    ),
  },
]

function RecordDialog({ party, onClose }: { party: Named; onClose: () => void }) {
  const { name } = useUser()
  const form = useServerForm({
    initialValues: {
      checkedOn: noDay,
      how: 'in_person' as CheckWay,
      by: name,
      reference: '',
      nextOn: noDay,
      note: '',
      people: noPeople,
    },
    days: {
      checkedOn: { kind: 'last', required: 'Please enter the day of the check' },
      nextOn: { kind: 'next' },
    },
    validate: { by: required, people: unclearPeople },
    fieldOf: { 'check-future': 'checkedOn', 'check-people': 'people' },
    async send({ people, checkedOn, ...facts }) {
      await call('POST /api/parties/:partyId/identity-checks', {
        params: { partyId: party.id },
        body: { ...facts, checkedOn: checkedOn ?? '', emails: allEmails(people) },
      })
      toast.success('The identity check is recorded')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Identity check of ${party.name}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            Record that it was checked and where that is found. Do not keep a copy of the identity document
            here.
          </Text>
          <DayField label="Checked on" autoFocus {...form.day('checkedOn')} />
          <NativeSelect
            label="How"
            data={Object.entries(checkWays).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('how')}
          />
          <TextInput label="By whom" required maxLength={limits.text.name} {...form.getInputProps('by')} />
          <TextInput
            label="Reference"
            description="Of the check, such as the number of the provider’s report"
            maxLength={200}
            autoComplete="off"
            {...form.getInputProps('reference')}
          />
          <DayField
            label="Next check"
            whenEmpty="Not planned. With a day, it is in the calendar of those named."
            {...form.day('nextOn')}
          />
          <Textarea
            label="Note"
            autosize
            minRows={1}
            maxRows={6}
            maxLength={limits.text.message}
            {...form.getInputProps('note')}
          />
          <PeopleInput
            label="Who sees it besides you"
            optional
            description="Trustees and administrators, by name or email. Nobody else does."
            value={form.values.people}
            onChange={(people) => form.setFieldValue('people', people)}
            error={form.errors.people}
            data-path="people"
          />
          <FormFailure title={screen.checkFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Record</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

type Props = { check: IdentityCheck; onClose: () => void }

function NameDialog({ check, onClose }: Props) {
  const { email } = useUser()
  const others = check.people.map((person) => person.email).filter((one) => one !== email)
  const form = useServerForm({
    initialValues: { people: { ...noPeople, emails: others } },
    validate: { people: unclearPeople },
    fieldOf: { 'check-people': 'people' },
    async send({ people }) {
      const params = { checkId: check.id }
      await call('PUT /api/identity-checks/:checkId/people', { params, body: { emails: allEmails(people) } })
      toast.success('Saved')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title="Who sees this identity check besides you?">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <PeopleInput
            label="People"
            optional
            description="Trustees and administrators, by name or email"
            value={form.values.people}
            onChange={(people) => form.setFieldValue('people', people)}
            error={form.errors.people}
            data-path="people"
          />
          <FormFailure title={screen.checkFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Save</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

function WithdrawDialog({ check, onClose }: Props) {
  return (
    <ReasonDialog
      title={`Does the identity check of ${dateText(check.checkedOn, 'UTC')} not count?`}
      label="Why"
      button="Does not count"
      failure={screen.checkFailed}
      done="Recorded"
      act={(reason) =>
        call('POST /api/identity-checks/:checkId/withdraw', {
          params: { checkId: check.id },
          body: { reason },
        })
      }
      onClose={onClose}
    >
      <Text size="sm">It stays with your reason, and the day of the next check is not needed.</Text>
    </ReasonDialog>
  )
}
