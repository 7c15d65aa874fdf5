import { custodyPaperKinds } from '@deedbox/contract/custody-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Anchor, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { FoundSelect } from '../ui/found-select.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { nameOf } from './names.ts'
import {
  OriginalFields,
  originalRules,
  receivedRule,
  sentNewOriginal,
  sentOriginal,
  typedOriginal,
} from './original-fields.tsx'
import type { CustodyEntry, Original, WholePacket } from './queries.ts'

type Props = { packet: WholePacket; onClose: () => void }

/** Puts another original into a packet, or changes what is said of one. */
export function OriginalDialog({ packet, original, onClose }: Props & { original: Original | null }) {
  const form = useServerForm({
    initialValues: typedOriginal(original),
    days: { receivedOn: receivedRule },
    validate: originalRules,
    fieldOf: { 'document-not-found': 'documentId', 'paper-elsewhere': 'documentId' },
    async send(values) {
      if (original)
        await call('PUT /api/packets/:packetId/originals/:originalId', {
          params: { packetId: packet.id, originalId: original.id },
          body: { ...sentOriginal(values), updatedAt: original.updatedAt },
        })
      else
        await call('POST /api/packets/:packetId/originals', {
          params: { packetId: packet.id },
          body: sentNewOriginal(values),
        })
      toast.success(original ? 'The original is saved' : `The original is in ${packet.number}`)
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={original ? `Change ${nameOf(original)}` : `Put an original into ${packet.number}`}
      size="lg"
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <OriginalFields form={form} matterId={packet.matter.id} was={original} />
          <FormFailure title={screen.packetFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{original ? 'Save changes' : 'Put in'}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Moves an original to another packet, or into a new one. */
export function MoveOriginalDialog(
  props: Props & { original: Original; onMoved: (packetId: string) => void },
) {
  const { packet, original, onClose } = props
  const form = useServerForm({
    initialValues: { to: '', seal: '', reason: '' },
    validate: { reason: required },
    fieldOf: { 'packet-same': 'to' },
    async send({ to, seal, reason }) {
      const { packetId } = await call('POST /api/packets/:packetId/originals/:originalId/move', {
        params: { packetId: packet.id, originalId: original.id },
        body: { to: to || null, seal: to ? '' : seal, reason },
      })
      toast.success('The original is moved')
      onClose()
      props.onMoved(packetId)
      await refreshEverything()
    },
  })
  const { value, onChange, ...picked } = form.getInputProps('to')
  return (
    <Dialog onClose={onClose} title={`Move ${nameOf(original)}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FoundSelect
            label="To packet"
            description="Blank: a new packet of the same matter. You must hold both."
            queryKey={['matters', 'custody', 'picker', packet.id]}
            things="packets"
            failure={screen.loadPackets}
            placeholder="Type a number, seal or matter"
            clearButtonProps={{ 'aria-label': 'Clear the packet' }}
            find={async (search, signal) => {
              const query = { search, limit: 8, ...(search === '' && { matter: packet.matter.id }) }
              const { packets } = await call('GET /api/packets', { query, signal })
              return packets
                .filter(({ id }) => id !== packet.id)
                .map(({ id, number, matter }) => ({ id, name: `${number} · ${matter.name}` }))
            }}
            {...picked}
            value={value || null}
            onChange={(id) => onChange(id ?? '')}
          />
          {!value && (
            <TextInput
              label="Seal or envelope number of the new packet"
              maxLength={100}
              {...form.getInputProps('seal')}
            />
          )}
          <Textarea
            label="Reason"
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={limits.text.message}
            {...form.getInputProps('reason')}
          />
          <FormFailure title={screen.packetFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Move original</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Names a document of the matter as a photograph of an original, or as what proves an entry. */
export function PaperDialog(
  props: Props & ({ original: Original; entry?: never } | { entry: CustodyEntry; original?: never }),
) {
  const { packet, original, entry, onClose } = props
  const kinds = original ? (['photograph'] as const) : (['receipt', 'authority'] as const)
  const form = useServerForm({
    initialValues: { kind: kinds[0] as 'photograph' | 'receipt' | 'authority', documentId: '' },
    validate: { documentId: (id) => (id ? null : 'Please choose a document') },
    fieldOf: { 'paper-elsewhere': 'documentId', 'document-not-found': 'documentId' },
    async send({ kind, documentId }) {
      await call('POST /api/packets/:packetId/papers', {
        params: { packetId: packet.id },
        body: { kind, documentId, of: original?.id ?? entry?.id ?? '' },
      })
      toast.success(`${custodyPaperKinds[kind]} added`)
      onClose()
      await refreshEverything()
    },
  })
  const { value, onChange, ...picked } = form.getInputProps('documentId')
  return (
    <Dialog
      onClose={onClose}
      title={original ? `Add a photograph of ${nameOf(original)}` : `Add a paper to entry ${entry?.number}`}
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            <Anchor component={Link} to={`/documents/upload?matter=${packet.matter.id}`}>
              Upload it into the matter
            </Anchor>{' '}
            first. From then on it cannot be deleted, because the register names it.
          </Text>
          {kinds.length > 1 && (
            <NativeSelect
              label="Kind"
              data={kinds.map((kind) => ({ value: kind, label: custodyPaperKinds[kind] }))}
              {...form.getInputProps('kind')}
            />
          )}
          <DocumentPicker
            label="Document"
            withAsterisk
            data-autofocus
            matter={packet.matter.id}
            others={false}
            {...picked}
            value={value || null}
            onChange={(id) => onChange(id ?? '')}
          />
          <FormFailure title={screen.packetFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Add</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
