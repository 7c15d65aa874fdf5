import type { Matter } from '@deedbox/contract/matters.ts'
import { refreshEverything } from '../lib/query.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { MatterForm } from './matter-form.tsx'

/** Creates a matter, or changes one. */
export function MatterDialog(props: {
  matter: Matter | null
  onSaved?: (matter: Matter) => void
  onClose: () => void
}) {
  const { matter, onClose } = props
  return (
    <Dialog onClose={onClose} title={matter ? `Edit ${matter.name}` : 'New matter'} size="lg">
      <MatterForm
        matter={matter}
        submit={matter ? 'Save changes' : 'Create matter'}
        onCancel={onClose}
        onSaved={async (saved) => {
          toast.success(matter ? `${saved.name} is saved` : `${saved.name} is created`)
          onClose()
          props.onSaved?.(saved)
          await refreshEverything()
        }}
      />
    </Dialog>
  )
}
