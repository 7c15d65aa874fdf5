import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { lazy, Suspense, useCallback, useState } from 'react'
import { LeftOut } from '../documents/left-out.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('../access/share-dialog.tsx')).ShareDialog }))

type Chosen = { documents: DocumentRow[]; leftOut: DocumentRow[] }

/** Returns the dialog that shares documents chosen in a list, and a function to open it. */
export function useShareChosen() {
  const [sharing, setSharing] = useState<Chosen | null>(null)
  const share = useCallback(
    (documents: DocumentRow[], leftOut: DocumentRow[] = []) => setSharing({ documents, leftOut }),
    [],
  )
  const dialog = (
    <Suspense>
      {sharing && (
        <ShareDialog
          documents={sharing.documents}
          notice={<LeftOut action="share" documents={sharing.leftOut} />}
          onClose={() => setSharing(null)}
        />
      )}
    </Suspense>
  )
  return { share, dialog }
}
