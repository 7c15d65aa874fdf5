import { useSearchParams } from 'react-router'
import { UploadPage } from '../documents/upload/upload-page.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** /documents/upload; with `?request=` (an owner request's id) it leads back to that request. */
export function Component() {
  const [query] = useSearchParams()
  const request = query.get('request')
  const to = request ? `/owner-request/${encodeURIComponent(request)}` : '/documents'
  return (
    <>
      <PageHeader
        title="Upload documents"
        back={{ to, label: request ? 'Back to the request' : 'Back to Documents' }}
      />
      <UploadPage then={{ to, label: request ? 'Continue with the request' : 'Go to the documents' }} />
    </>
  )
}
