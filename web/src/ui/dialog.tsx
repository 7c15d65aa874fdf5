import { type ComponentProps, useState } from 'react'
import { askFirst, checksNow, type Parting } from '../lib/unsaved.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogFrame } from './dialog-frame.tsx'

/**
 * A dialog that is open while it is mounted (`{asked && <Dialog …/>}`), so that its fields and texts are fresh each time. While something in it is not
 * saved, Escape, the button Close and a click outside ask first: every form in it is known (`useUnsaved`).
 */
export function Dialog({ onClose, ...rest }: ComponentProps<typeof DialogFrame>) {
  // Checks of the page below; those of this dialog register after it is first rendered.
  const [below] = useState(checksNow)
  const [words, setWords] = useState<Partial<Parting> | null>(null)
  const close = () => {
    const asks = askFirst(below)
    if (asks) setWords(asks)
    else onClose()
  }
  return (
    <>
      <DialogFrame {...rest} onClose={close} />
      {words && (
        <ConfirmDialog
          title={words.title ?? 'Close without saving?'}
          confirm={words.confirm ?? 'Close without saving'}
          destructive
          failure="Failed to close"
          onClose={() => setWords(null)}
          act={async () => {
            words.onLeave?.()
            onClose()
          }}
        >
          {words.text ?? 'What you entered here is not saved yet, and will be lost.'}
        </ConfirmDialog>
      )}
    </>
  )
}
