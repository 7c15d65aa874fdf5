import { Unrecorded } from '../storage/unrecorded.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /admin/storage */
export function Component() {
  return (
    <>
      <PageHeader
        title="Content without a record"
        lead="Encrypted files in storage that belong to no document in the database. Nobody can open them, because the key to each file is in its database record. If you restore a newer database with their records, they come back automatically."
      />
      <Unrecorded />
    </>
  )
}
