import type { Matter } from '@deedbox/contract/matters.ts'
import { Text } from '@mantine/core'
import { refreshEverything } from '../lib/query.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import type { TypedMatter } from './details.ts'
import { MatterForm } from './matter-form.tsx'

/** Creates a matter, or changes one. */
export function MatterDialog(props: {
  matter: Matter | null
  /** Client of whom a new matter is made. */
  client?: string
  /** Details of a new matter that are known already. */
  known?: Partial<TypedMatter>
  onSaved?: (matter: Matter) => void
  onClose: () => void
}) {
  const { matter, client, onClose } = props
  return (
    <Dialog
      onClose={onClose}
      title={matter ? `Edit ${matter.name}` : client ? `Make a matter of ${client}` : 'New matter'}
      size="lg"
    >
      {client && (
        <Text size="sm" mb="md">
          The client’s documents that are in no matter yet go into it, at most 1,000. The client’s page stays
          as it is.
        </Text>
      )}
      <MatterForm
        matter={matter}
        client={client}
        known={props.known}
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
