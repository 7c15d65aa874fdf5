import type { Document } from '@deedbox/contract/documents.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { AccessTable } from '../access/access-table.tsx'
import { MyAccess } from '../access/my-access.tsx'
import { ShareDialog } from '../access/share-dialog.tsx'
import { DocumentPage } from '../documents/document-page.tsx'
import { refreshDocuments } from '../documents/queries.ts'

/** /documents/{documentId} and /documents/shared/{documentId}, where the mail's link leads */
export function Component() {
  const { documentId = '' } = useParams()
  const [sharing, setSharing] = useState<Document | null>(null)
  return (
    <>
      <DocumentPage
        key={documentId}
        documentId={documentId}
        onShare={setSharing}
        own={({ access }) => access && <MyAccess access={access} />}
        access={(document) => <AccessTable document={document} onChanged={refreshDocuments} />}
      />
      {sharing && (
        <ShareDialog document={sharing} onClose={() => setSharing(null)} onShared={refreshDocuments} />
      )}
    </>
  )
}
