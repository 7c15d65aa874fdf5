import { escrowParts } from '@deedbox/contract/keys.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Button, NumberInput, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { useUnsaved } from '../lib/unsaved.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import classes from './system.module.css'

type Made = Answer<'POST /api/keys/escrow'>

/** Divides the master key, and gives the sheets of the parts this once. */
export function DivideDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  const { least, most, usual, usualThreshold } = escrowParts
  const form = useServerForm({
    initialValues: { parts: usual as number, threshold: usualThreshold as number },
    async send(body) {
      setMade(await call('POST /api/keys/escrow', { body }))
      onDone()
    },
  })
  return (
    <Dialog onClose={onClose} title="Divide the master key">
      {made ? (
        <Sheets made={made} onKept={onClose} />
      ) : (
        <form noValidate onSubmit={form.submit}>
          <Stack>
            <FormFailure error={form.failure} title={screen.makeEscrow} />
            <Text>
              Each holder gets one sheet of paper with 32 words. Fewer sheets than are needed tell nothing of
              the key. Parts that were made before stay good.
            </Text>
            <NumberInput
              label="Parts"
              min={least}
              max={most}
              allowDecimal={false}
              data-autofocus
              {...form.getInputProps('parts')}
            />
            <NumberInput
              label="Parts that give the key back"
              min={least}
              max={most}
              allowDecimal={false}
              {...form.getInputProps('threshold')}
            />
            <DialogButtons>
              <CancelButton onCancel={onClose} disabled={form.busy} />
              <SubmitButton busy={form.busy}>Divide</SubmitButton>
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}

function Sheets({ made, onKept }: { made: Made; onKept: () => void }) {
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  useUnsaved(
    () => taken.size < made.parts.length,
    () => ({
      title: 'Leave without all the sheets?',
      confirm: 'Leave without them',
      text: 'They are shown only this once. Without enough of them you have to divide the key again.',
    }),
  )
  return (
    <Stack>
      <Alert color="amber" title="These sheets are made only this once">
        Print each one, give it to its holder, and delete the file. No copy of them is kept here.
      </Alert>
      <ul className={classes.sheets} aria-label="Sheets">
        {made.parts.map(({ number, sheet }) => (
          <li key={number}>
            <Button
              variant={taken.has(number) ? 'subtle' : 'default'}
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => {
                save(sheet, `master-key-${made.masterKeyId}-part-${number}.pdf`)
                setTaken(new Set([...taken, number]))
              }}
            >
              Part {number} of {made.parts.length} (PDF){taken.has(number) && ', taken'}
            </Button>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button onClick={onKept} disabled={taken.size < made.parts.length}>
          I have given them out
        </Button>
      </DialogButtons>
    </Stack>
  )
}

function save(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
