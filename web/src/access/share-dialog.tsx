import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { ShareForm } from './share-form.tsx'

/** Shares one document with one person (specification, sections 2 and 5: Share dialog). */
export function ShareDialog(props: { document: { id: string; title: string }; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const close = () => {
    if (!busy) props.onClose()
  }
  return (
    // A click outside the dialog must not throw away what was typed.
    <Dialog onClose={close} closeOnClickOutside={false} title={`Share ${props.document.title}`} size="lg">
      <ShareForm documentId={props.document.id} onBusy={setBusy} onCancel={close} onShared={props.onClose} />
    </Dialog>
  )
}
