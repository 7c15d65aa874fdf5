import { UploadPage } from '../documents/upload/upload-page.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** /documents/upload */
export function Component() {
  return (
    <>
      <PageHeader title="Upload documents" back={{ to: '/documents', label: 'Back to Documents' }} />
      <UploadPage />
    </>
  )
}
