import { countText } from '@deedbox/contract/counts.ts'
import {
  type DueKind,
  dueKindLabels,
  dueKindNames,
  dueKinds,
  dueLimits,
  type Repeats,
  repeatNames,
  repeats,
} from '@deedbox/contract/due-date-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { certainties } from '@deedbox/contract/sourced-terms.ts'
import { checkDay } from '@deedbox/contract/typed-day.ts'
import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { MatterInput } from '../ui/matter-input.tsx'
import { allEmails, noPeople, PeopleInput, unclearPeople } from '../ui/people-input.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import type { Proposal } from './proposals.tsx'
import type { DueDate } from './queries.ts'
import { VestingCap } from './vesting-cap.tsx'
import { readDays } from './words.ts'

/** Matter or document that a new date is of. */
export type DueOf = { matter?: { id: string; name: string }; document?: { id: string; title: string } }

const choices = <Name extends string>(names: readonly Name[], labelOf: (name: Name) => string) =>
  names.map((value) => ({ value, label: labelOf(value) }))

/** Writes down a new date of a matter or document, or changes one; 'asks': the dialog asks of which. */
export function DueDialog(
  props: (
    | { of: DueOf | 'asks'; proposal?: Proposal; kind?: DueKind; due?: never }
    | { due: DueDate; of?: never; proposal?: never; kind?: never }
  ) & { onClose: () => void },
) {
  const { proposal, due, onClose } = props
  const asks = props.of === 'asks'
  const of = props.of === 'asks' ? undefined : props.of
  const { email } = useUser()
  const today = useToday()
  const kind = (due?.kind ?? proposal?.rule.kind ?? props.kind ?? 'other') as DueKind
  const form = useServerForm({
    initialValues: {
      matterId: '',
      documentId: '',
      kind,
      title: due?.title ?? proposal?.rule.title ?? (props.kind ? dueKindLabels[props.kind] : ''),
      dueOn: typedDay(due?.dueOn ?? proposal?.dueOn ?? null),
      words: due?.words ?? '',
      clause: due?.clause ?? proposal?.rule.act ?? '',
      repeats: (due?.repeats ?? (proposal?.rule.monthDay ? 'yearly' : 'never')) as Repeats,
      remind: (due?.remindDays ?? dueKinds[kind].remind).join(', '),
      people: { ...noPeople, emails: due ? due.people.map((person) => person.email) : [email] },
    },
    days: { dueOn: { kind: 'nearest' } },
    validate: {
      matterId: (matterId, { documentId }) =>
        asks && !matterId && !documentId ? 'Please choose a matter or a document' : null,
      title: required,
      words: (words, { dueOn }) =>
        words.trim() === '' && dueOn.typed.trim() === ''
          ? 'Please enter a day, or the words of the deed'
          : null,
      remind: (typed) => remindProblem(typed),
      people: unclearPeople,
    },
    fieldOf: {
      'due-date-people': 'people',
      'matter-not-found': 'matterId',
      'document-not-found': 'documentId',
    },
    async send({ remind, people, matterId, documentId, ...facts }) {
      const body = { ...facts, remindDays: readDays(remind) ?? [], emails: allEmails(people) }
      if (due)
        await call('PUT /api/due-dates/:dueDateId', {
          params: { dueDateId: due.id },
          body: { ...body, updatedAt: due.updatedAt },
        })
      else
        await call('POST /api/due-dates', {
          body: {
            ...body,
            matterId: (of?.matter?.id ?? matterId) || null,
            documentId: (of?.document?.id ?? proposal?.document?.id ?? documentId) || null,
            ruleId: proposal?.rule.id ?? null,
          },
        })
      toast.success(due ? 'Date saved' : 'Date added')
      onClose()
      await refreshEverything()
    },
  })
  // Reminders of a kind are suggested until somebody types others.
  const choose = (next: string | null) => {
    const usual = (of: DueKind) => dueKinds[of].remind.join(', ')
    if (form.values.remind === usual(form.values.kind)) form.setFieldValue('remind', usual(next as DueKind))
    form.setFieldValue('kind', next as DueKind)
  }
  const picked = (field: 'matterId' | 'documentId') => {
    const { value, onChange, ...rest } = form.getInputProps(field)
    return { ...rest, value: value || null, onChange: (id: string | null) => onChange(id ?? '') }
  }
  const typedDue = checkDay(form.values.dueOn.typed, today, { kind: 'nearest' })
  const ofMatter = due?.matter?.id ?? of?.matter?.id ?? form.values.matterId
  const name = of?.document?.title ?? proposal?.document?.title ?? of?.matter?.name
  return (
    <Dialog onClose={onClose} title={due ? `Change ${due.title}` : name ? `New date of ${name}` : 'New date'}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          {proposal && (
            <Text size="sm">
              Proposed by a rule:{' '}
              {[proposal.rule.act, certainties[proposal.rule.certainty]].filter(Boolean).join(' · ')}.{' '}
              {proposal.rule.note}
            </Text>
          )}
          {asks && <OfFields matter={picked('matterId')} document={picked('documentId')} />}
          <NativeSelect
            label="Kind"
            data={choices(dueKindNames, (one) => dueKindLabels[one])}
            {...(!asks && { 'data-autofocus': true })}
            value={form.values.kind}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <TextInput
            label="What falls due"
            required
            maxLength={limits.text.title}
            {...form.getInputProps('title')}
          />
          <DayField
            label="Day"
            whenEmpty="Without a day, write the words of the deed below."
            {...form.day('dueOn')}
          />
          {form.values.kind === 'vesting' && ofMatter && (
            <VestingCap matterId={ofMatter} day={'day' in typedDue ? typedDue.day : null} />
          )}
          <Textarea
            label="Words of the deed, or notes"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            {...form.getInputProps('words')}
          />
          <TextInput label="Clause and page (optional)" maxLength={100} {...form.getInputProps('clause')} />
          <NativeSelect
            label="Repeats"
            data={choices(repeatNames, (one) => repeats[one].label)}
            {...form.getInputProps('repeats')}
          />
          <TextInput
            label="Remind, days before"
            description="Several numbers with commas; 0 is the day itself."
            inputMode="numeric"
            {...form.getInputProps('remind')}
          />
          <PeopleInput
            label="Who is reminded"
            optional
            description="Trustees and administrators, by name or email."
            value={form.values.people}
            onChange={(people) => form.setFieldValue('people', people)}
            error={form.errors.people}
            data-path="people"
          />
          <FormFailure title="Failed to save the date" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{due ? 'Save' : 'Add date'}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

type Picked = Pick<ComponentProps<typeof MatterInput>, 'value' | 'onChange' | 'error'>

/** Asks of which matter or document a new date is. */
const OfFields = ({ matter, document }: { matter: Picked; document: Picked }) => (
  <>
    <MatterInput data-autofocus {...matter} />
    <DocumentPicker
      label="Document (optional)"
      description="Choose the matter, a document, or both."
      {...(matter.value && { matter: matter.value })}
      {...document}
    />
  </>
)

function remindProblem(typed: string): string | null {
  const days = readDays(typed)
  if (!days) return 'Please enter numbers of days, such as 30, 7, 0'
  if (days.length > dueLimits.reminders) return `Please enter at most ${dueLimits.reminders} reminders`
  return days.some((n) => n > dueLimits.earliest)
    ? `Reminders can be at most ${countText(dueLimits.earliest)} days before`
    : null
}
