import { type ComponentProps, useState } from 'react'
import { askFirst, checksNow } from '../lib/unsaved.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogFrame } from './dialog-frame.tsx'

/**
 * A dialog that is open while it is mounted (`{asked && <Dialog …/>}`), so that its fields and texts are fresh each time. While something in it is not
 * saved, Escape, the button Close and a click outside ask first: every form in it is known (`useUnsaved`).
 */
export function Dialog({ onClose, ...rest }: ComponentProps<typeof DialogFrame>) {
  // Checks of the page below; those of this dialog register after it is first rendered.
  const [below] = useState(checksNow)
  const [asks, setAsks] = useState(false)
  const words = asks ? askFirst(below) : null
  return (
    <>
      <DialogFrame {...rest} onClose={() => (askFirst(below) ? setAsks(true) : onClose())} />
      {asks && (
        <ConfirmDialog
          title={words?.title ?? 'Close without saving?'}
          confirm={words?.confirm ?? 'Close without saving'}
          destructive
          failure="Failed to close"
          onClose={() => setAsks(false)}
          act={async () => {
            words?.onLeave?.()
            onClose()
          }}
        >
          {words?.text ?? 'What you entered here is not saved yet, and will be lost.'}
        </ConfirmDialog>
      )}
    </>
  )
}
