import { aboutEntry, type EntryField, type MovementKind, pagesText } from '@deedbox/contract/custody-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay } from '../ui/typed-day.ts'
import classes from './custody.module.css'
import { HolderField } from './holder-field.tsx'
import { nameOf } from './names.ts'
import { PlaceField } from './place-field.tsx'
import type { WholePacket } from './queries.ts'

/** Words of each kind of entry: the title of its dialog, its button, and the labels of its fields. */
export const moveWords: Record<
  MovementKind,
  { title: string; does: string; says?: string; labels?: Partial<Record<EntryField, string>> }
> = {
  placed: { title: 'Put in another place', does: 'Put there' },
  handed: {
    title: 'Hand on',
    does: 'Hand on',
    says: 'From then on only that person can do anything with it.',
    labels: { holderId: 'To', placeId: 'Place (blank: with that person)' },
  },
  taken_over: {
    title: 'Take over',
    does: 'Take over',
    says: 'The account of its holder is deactivated. You are its holder from then on.',
    labels: { placeId: 'Place (blank: with you)' },
  },
  out: {
    title: 'Take out',
    does: 'Take out',
    labels: {
      outside: 'To whom',
      expectedOn: 'Expected back',
      authorityId: 'The client’s written authority',
      condition: 'Condition now',
    },
  },
  in: {
    title: 'Bring back',
    does: 'Bring back',
    says: 'You are its holder from then on.',
    labels: {
      outside: 'Who brought it',
      condition: 'Condition, compared with before',
      placeId: 'Place (blank: with you)',
    },
  },
  sighted: {
    title: 'Record a sighting',
    does: 'Record',
    labels: { originalId: 'What you saw', condition: 'Condition (blank: as recorded)' },
  },
  sealed: { title: 'Seal anew', does: 'Record', labels: { seal: 'New seal or envelope number' } },
}

type Typed = Record<Exclude<EntryField, 'expectedOn'>, string> & { expectedOn: { readonly typed: string } }
const blank: Typed = {
  ...{
    placeId: '',
    holderId: '',
    outside: '',
    reason: '',
    authorityId: '',
    condition: '',
    originalId: '',
    seal: '',
  },
  expectedOn: noDay,
}

/** Records what happens to a packet now. */
export function MoveDialog(props: { packet: WholePacket; kind: MovementKind; onClose: () => void }) {
  const { packet, kind, onClose } = props
  const { needs, takes } = aboutEntry(kind)
  const words = moveWords[kind]
  const has = (field: EntryField) => needs.includes(field) || takes.includes(field)
  const must = Object.fromEntries(
    needs.map((field) => [field, (value: unknown) => required(String(value ?? ''))]),
  )
  const form = useServerForm<Typed>({
    initialValues: blank,
    days: { expectedOn: { kind: 'future' } },
    validate: must,
    fieldOf: {
      'place-retired': 'placeId',
      'holder-same': 'holderId',
      'holder-unfit': 'holderId',
      'expected-past': 'expectedOn',
      'paper-elsewhere': 'authorityId',
      'document-not-found': 'authorityId',
    },
    async send(values) {
      const orNull = (value: string) => value || null
      const saved = await call('POST /api/packets/:packetId/movements', {
        params: { packetId: packet.id },
        body: {
          ...{ kind, outside: values.outside, reason: values.reason, condition: values.condition },
          seal: values.seal,
          expectedOn: values.expectedOn,
          placeId: orNull(values.placeId),
          holderId: orNull(values.holderId),
          authorityId: orNull(values.authorityId),
          originalId: orNull(values.originalId),
        },
      })
      toast.success(`Recorded for ${saved.packet.number}`)
      onClose()
      await refreshEverything()
    },
  })
  const label = (field: EntryField, usual: string) => words.labels?.[field] ?? usual
  const text = (field: Exclude<EntryField, 'expectedOn'>) => ({
    withAsterisk: needs.includes(field),
    autoComplete: 'off',
    ...form.getInputProps(field),
  })
  const picked = (field: Exclude<EntryField, 'expectedOn'>) => {
    const { value, onChange, ...rest } = text(field)
    return { ...rest, value: value || null, onChange: (id: string | null) => onChange(id ?? '') }
  }
  return (
    <Dialog onClose={onClose} title={`${words.title}: ${packet.number}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          {words.says && <Text size="sm">{words.says}</Text>}
          {has('holderId') && <HolderField label={label('holderId', 'Holder')} {...picked('holderId')} />}
          {has('outside') && (
            <TextInput
              label={label('outside', 'Person')}
              maxLength={limits.text.client}
              {...text('outside')}
            />
          )}
          {has('originalId') && (
            <NativeSelect
              label={label('originalId', 'Original')}
              data={[
                { value: '', label: 'The packet, closed' },
                ...packet.contents.map((original) => ({ value: original.id, label: nameOf(original) })),
              ]}
              {...text('originalId')}
            />
          )}
          {has('placeId') && <PlaceField label={label('placeId', 'Place')} {...picked('placeId')} />}
          {has('seal') && <TextInput label={label('seal', 'Seal')} maxLength={100} {...text('seal')} />}
          {has('reason') && (
            <Textarea
              label={label('reason', 'Reason')}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={limits.text.message}
              {...text('reason')}
            />
          )}
          {has('expectedOn') && (
            <DayField
              label={label('expectedOn', 'Expected back')}
              whenEmpty="It is given back for good, and nobody is reminded"
              {...form.day('expectedOn')}
            />
          )}
          {kind === 'in' && <ConditionBefore packet={packet} />}
          {has('condition') && (
            <Textarea
              label={label('condition', 'Condition')}
              autosize
              minRows={1}
              maxRows={6}
              maxLength={limits.text.message}
              {...text('condition')}
            />
          )}
          {has('authorityId') && (
            <DocumentPicker
              label={label('authorityId', 'Written authority')}
              description="A document of this matter, uploaded before"
              matter={packet.matter.id}
              others={false}
              {...picked('authorityId')}
            />
          )}
          <FormFailure title={screen.packetFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{words.does}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** What was recorded of a packet that is out, with which it is compared when it comes back. */
function ConditionBefore({ packet: { entries, contents } }: { packet: WholePacket }) {
  const out = entries.find(({ kind, correctedBy, never }) => kind === 'out' && correctedBy === null && !never)
  const originals = contents.map((one) => ({
    id: one.id,
    said: [pagesText(one.pages), one.keepStaples && 'do not unstaple', one.condition].filter(Boolean),
    name: nameOf(one),
  }))
  return (
    <div>
      <Text size="sm" fw={500}>
        Condition before
      </Text>
      <ul className={classes.lines}>
        <li>When it went out: {out?.condition || 'nothing was recorded'}</li>
        {originals.map(({ id, name, said }) => (
          <li key={id}>
            {name}: {said.join(' · ') || 'nothing was recorded'}
          </li>
        ))}
      </ul>
    </div>
  )
}
