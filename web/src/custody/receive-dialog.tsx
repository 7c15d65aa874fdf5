import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { MatterInput } from '../ui/matter-input.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import {
  OriginalFields,
  originalRules,
  receivedRule,
  sentNewOriginal,
  type TypedOriginal,
  typedOriginal,
} from './original-fields.tsx'
import { PlaceField } from './place-field.tsx'

type Typed = TypedOriginal & { matterId: string; seal: string; outside: string; placeId: string }

/** Receives a packet with its first original; others are put in from its page. */
export function ReceiveDialog(props: {
  matter: { id: string; name: string } | null
  onReceived: (packet: { id: string }) => void
  onClose: () => void
}) {
  const { matter, onClose } = props
  const form = useServerForm<Typed>({
    initialValues: { matterId: matter?.id ?? '', seal: '', outside: '', placeId: '', ...typedOriginal(null) },
    days: { receivedOn: receivedRule },
    validate: {
      ...originalRules,
      matterId: (id) => (id ? null : 'Please choose a matter'),
    },
    fieldOf: {
      'originals.0.title': 'title',
      'originals.0.sha256': 'sha256',
      'document-not-found': 'documentId',
      'paper-elsewhere': 'documentId',
      'place-retired': 'placeId',
      'matter-not-found': 'matterId',
    },
    async send(values) {
      const { packet } = await call('POST /api/packets', {
        body: {
          matterId: values.matterId,
          seal: values.seal,
          outside: values.outside,
          placeId: values.placeId || null,
          originals: [sentNewOriginal(values)],
        },
      })
      toast.success(`${packet.number} is received; write this number on it`)
      onClose()
      props.onReceived(packet)
      await refreshEverything()
    },
  })
  const picked = ({ value, onChange, ...rest }: ReturnType<typeof form.getInputProps>) => ({
    ...rest,
    value: value || null,
    onChange: (id: string | null) => onChange(id ?? ''),
  })
  return (
    <Dialog
      onClose={onClose}
      title={matter ? `Receive a packet of ${matter.name}` : 'Receive a packet'}
      size="lg"
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            You are its holder from now on. It gets the next number.
          </Text>
          {!matter && <MatterInput withAsterisk data-autofocus {...picked(form.getInputProps('matterId'))} />}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="Brought by"
              description="Blank: it was here already"
              maxLength={limits.text.client}
              autoComplete="off"
              {...form.getInputProps('outside')}
            />
            <TextInput
              label="Seal or envelope number"
              description="If it has one"
              maxLength={100}
              autoComplete="off"
              {...form.getInputProps('seal')}
            />
          </SimpleGrid>
          <PlaceField
            label="Place"
            description="Blank: with you"
            {...picked(form.getInputProps('placeId'))}
          />
          <Fieldset legend="Its first original">
            <Stack>
              <OriginalFields form={form} matterId={form.values.matterId} was={null} />
            </Stack>
          </Fieldset>
          <FormFailure title={screen.packetFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Receive packet</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
