import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { addressOf, call } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import type { CustodyEntry, WholePacket } from './queries.ts'
import { SignaturePad, type Stroke } from './signature-pad.tsx'

/** Makes the receipt of an entry: signed here on the screen, or printed to be signed on paper. */
export function ReceiptDialog(props: { packet: WholePacket; entry: CustodyEntry; onClose: () => void }) {
  const { packet, entry, onClose } = props
  const params = { packetId: packet.id, movementId: entry.id }
  const form = useServerForm<{ signedBy: string; strokes: Stroke[] }>({
    initialValues: { signedBy: entry.kind === 'out' ? entry.outside : entry.by.name, strokes: [] },
    validate: {
      signedBy: required,
      strokes: (strokes) => (strokes.length === 0 ? 'Please sign' : null),
    },
    async send(body) {
      await call('POST /api/packets/:packetId/movements/:movementId/receipt', { params, body })
      toast.success('The receipt is signed, and a document of the matter')
      onClose()
      await refreshEverything()
    },
  })
  const print = useMutation({
    mutationFn: async () =>
      saveFile(
        await bytesAt(addressOf('GET /api/packets/:packetId/movements/:movementId/receipt', { params })),
        `receipt-${packet.number}-${entry.number}.pdf`,
      ),
    onError: (error) => toast.failure(screen.receiptFailed, error),
  })
  return (
    <Dialog onClose={onClose} title={`Receipt of ${packet.number}, entry ${entry.number}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            The person who received it signs here. Or print it, have it signed on paper, upload that into the
            matter, and name it with Add a paper.
          </Text>
          <Button
            variant="default"
            loading={print.isPending}
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => print.mutate()}
          >
            Print to sign on paper
          </Button>
          <TextInput
            label="Signed by"
            withAsterisk
            autoComplete="off"
            maxLength={limits.text.client}
            {...form.getInputProps('signedBy')}
          />
          <SignaturePad
            strokes={form.values.strokes}
            error={form.errors.strokes ? 'Please sign' : null}
            onChange={(strokes) => form.setFieldValue('strokes', strokes)}
          />
          <FormFailure title={screen.receiptFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Store receipt</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
