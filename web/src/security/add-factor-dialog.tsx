import { type ReactNode, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { refreshFactors } from './factors-refresh.ts'

/** Adds a second factor; the dialog then shows the backup codes of a first one. `done` is the message when it is added. */
export function AddFactorDialog(props: {
  title: string
  done: string
  form: (added: (backupCodes: string[] | null) => void) => ReactNode
  onClose: () => void
}) {
  const [codes, setCodes] = useState<string[] | null>(null)
  function added(backupCodes: string[] | null) {
    toast.success(props.done)
    void refreshFactors()
    if (backupCodes) setCodes(backupCodes)
    else props.onClose()
  }
  return (
    <Dialog
      onClose={props.onClose}
      title={codes ? 'Keep your backup codes' : props.title}
      closeOnClickOutside={false}
      closeOnEscape={codes === null}
    >
      {codes ? <BackupCodes codes={codes} onKept={props.onClose} /> : props.form(added)}
    </Dialog>
  )
}
