import { type DocumentKind, documentKinds } from '@deedbox/contract/document-kinds.ts'
import type { Document } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDocument } from '../documents/queries.ts'
import { type Uploaded, UploadPage } from '../documents/upload/upload-page.tsx'
import { holds, keepsMatters, useUser } from '../lib/session.ts'
import { useMatter } from '../matters/queries.ts'
import type { Found } from '../ui/found-select.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { ErrorState } from '../ui/states.tsx'

const kinds = Object.keys(documentKinds) as DocumentKind[]

const ShareDialog = lazy(async () => ({ default: (await import('../access/share-dialog.tsx')).ShareDialog }))

/** Returns the page to go back to: an owner request, a matter, a client, or the documents. */
function backTo(
  request: string | null,
  matter: Found | null,
  client: string,
  versionOf: Document | undefined,
) {
  if (versionOf)
    return {
      to: `/documents/${versionOf.id}`,
      back: `Back to ${versionOf.title}`,
      onward: `Go to ${versionOf.title}`,
    }
  if (request)
    return {
      to: `/owner-request/${encodeURIComponent(request)}`,
      back: 'Back to the request',
      onward: 'Continue with the request',
    }
  if (matter)
    return { to: `/matters/${matter.id}`, back: `Back to ${matter.name}`, onward: `Go to ${matter.name}` }
  if (client)
    return {
      to: `/clients/${encodeURIComponent(client)}`,
      back: `Back to ${client}`,
      onward: `Go to ${client}`,
    }
  return { to: '/documents', back: 'Back to Documents', onward: 'Go to the documents' }
}

/**
 * Page /documents/upload; with `?request=` (an owner request's id) it leads back to that request, `?matter=` (an id) and `?client=` set the matter and the
 * client, `?kind=` the kind of what is missing there, `?versionOf=` (an id) the document of which the file is the next version, and `?shared=` names files that were shared from the phone's menu.
 */
export function Component() {
  const [query] = useSearchParams()
  const matterId = query.get('matter')
  const versionOf = query.get('versionOf')
  const user = useUser()
  if (versionOf) return <AsVersion documentId={versionOf} />
  if (matterId && keepsMatters(user)) return <IntoMatter matterId={matterId} />
  return <Uploading matter={null} />
}

function IntoMatter({ matterId }: { matterId: string }) {
  const { data, isPending } = useMatter(matterId)
  if (isPending) return <PageLoading />
  return <Uploading matter={data ? { id: data.id, name: data.name } : null} />
}

function AsVersion({ documentId }: { documentId: string }) {
  const { data, error, refetch } = useDocument(documentId)
  if (data) return <Uploading matter={null} versionOf={data} />
  if (!error) return <PageLoading />
  return (
    <>
      <PageHeader title="New version" back={{ to: '/documents', label: 'Back to Documents' }} />
      <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
    </>
  )
}

function Uploading({ matter, versionOf }: { matter: Found | null; versionOf?: Document }) {
  const [query] = useSearchParams()
  const user = useUser()
  const [sharing, setSharing] = useState<Uploaded[] | null>(null)
  const client = (query.get('client') ?? '').trim().slice(0, limits.text.client)
  const { to, back, onward } = backTo(query.get('request'), matter, client, versionOf)
  const title = versionOf
    ? `New version of ${versionOf.title}`
    : matter
      ? `Upload into ${matter.name}`
      : client
        ? `Upload for ${client}`
        : 'Upload documents'
  return (
    <>
      <PageHeader title={title} back={{ to, label: back }} />
      {versionOf && (
        <Text mb="md" maw="44rem">
          Its details are filled in from the version before; please correct what differs, such as the date of
          execution. People who have access keep the version that was shared with them, and do not see the new
          one until you share it.
        </Text>
      )}
      <UploadPage
        then={{ to, label: onward }}
        client={client}
        kind={kinds.find((kind) => kind === query.get('kind'))}
        matter={matter}
        versionOf={versionOf}
        shared={query.get('shared')}
        onShare={holds(user, 'canManageDocuments') ? setSharing : undefined}
      />
      <Suspense>{sharing && <ShareDialog documents={sharing} onClose={() => setSharing(null)} />}</Suspense>
    </>
  )
}
