import { Unrecorded } from '../storage/unrecorded.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** /admin/storage */
export function Component() {
  return (
    <>
      <PageHeader
        title="Content without a record"
        back={{ to: '/dashboard', label: 'Back to the dashboard' }}
        lead="Encrypted files in the store that no document in the database has. Nobody can open them, because the key to a file is kept in its record. They return by themselves when a newer database with their records is put back."
      />
      <Unrecorded />
    </>
  )
}
