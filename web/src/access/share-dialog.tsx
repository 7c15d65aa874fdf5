import { counted } from '@deedbox/contract/counts.ts'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { ShareForm } from './share-form.tsx'

/** Shares one or several documents with one or several people (specification, sections 2 and 5: Share dialog). */
export function ShareDialog(props: {
  documents: readonly { id: string; title: string }[]
  /** Information besides, such as documents that are left out. */
  notice?: ReactNode
  /** People who are filled in. */
  emails?: string[]
  onClose: () => void
}) {
  const { documents } = props
  const [busy, setBusy] = useState(false)
  const close = () => {
    if (!busy) props.onClose()
  }
  const what = documents.length === 1 ? documents[0]?.title : counted(documents.length, 'document')
  return (
    <Dialog onClose={close} title={`Share ${what}`} size="lg">
      {props.notice}
      <ShareForm
        documents={documents}
        emails={props.emails ?? []}
        onBusy={setBusy}
        onCancel={close}
        onShared={props.onClose}
      />
    </Dialog>
  )
}
