import { DeletedList } from '../documents/deleted-list.tsx'
import { useDeployment } from '../lib/session.ts'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /documents/deleted */
export function Component() {
  const { deletedKeptDays } = useDeployment()
  return (
    <>
      <PageHeader
        title="Deleted documents"
        back={{ to: '/documents', label: 'Back to Documents' }}
        lead={`You can restore them for ${deletedKeptDays} days. After that their content is permanently deleted.`}
      />
      <DeletedList />
    </>
  )
}
