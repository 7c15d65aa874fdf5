import { limits } from '@deedbox/contract/limits.ts'
import { DeletedList } from '../documents/deleted-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** /documents/deleted */
export function Component() {
  return (
    <>
      <PageHeader
        title="Deleted documents"
        back={{ to: '/documents', label: 'Back to Documents' }}
        lead={`You can restore them for ${limits.deletedKeptDays} days. After that their content is permanently deleted.`}
      />
      <DeletedList />
    </>
  )
}
