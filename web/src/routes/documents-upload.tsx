import { limits } from '@deedbox/contract/limits.ts'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Uploaded, UploadPage } from '../documents/upload/upload-page.tsx'
import { holds, useUser } from '../lib/session.ts'
import { PageHeader } from '../ui/page-header.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('../access/share-dialog.tsx')).ShareDialog }))

/** Returns the page to go back to: an owner request, a client, or the documents. */
function backTo(request: string | null, client: string) {
  if (request)
    return {
      to: `/owner-request/${encodeURIComponent(request)}`,
      back: 'Back to the request',
      onward: 'Continue with the request',
    }
  if (client)
    return {
      to: `/clients/${encodeURIComponent(client)}`,
      back: `Back to ${client}`,
      onward: `Go to ${client}`,
    }
  return { to: '/documents', back: 'Back to Documents', onward: 'Go to the documents' }
}

/**
 * Page /documents/upload; with `?request=` (an owner request's id) it leads back to that request, `?client=` sets the client, and `?shared=` names files
 * that were shared from the phone's menu.
 */
export function Component() {
  const [query] = useSearchParams()
  const user = useUser()
  const [sharing, setSharing] = useState<Uploaded[] | null>(null)
  const client = (query.get('client') ?? '').trim().slice(0, limits.text.client)
  const { to, back, onward } = backTo(query.get('request'), client)
  return (
    <>
      <PageHeader title={client ? `Upload for ${client}` : 'Upload documents'} back={{ to, label: back }} />
      <UploadPage
        then={{ to, label: onward }}
        client={client}
        shared={query.get('shared')}
        onShare={holds(user, 'canManageDocuments') ? setSharing : undefined}
      />
      <Suspense>{sharing && <ShareDialog documents={sharing} onClose={() => setSharing(null)} />}</Suspense>
    </>
  )
}
