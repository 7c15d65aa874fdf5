import type { Document } from '@deedbox/contract/documents.ts'
import { Alert } from '@mantine/core'
import { IconLock, IconTrash } from '@tabler/icons-react'
import { When } from '../ui/when.tsx'
import { Superseded } from './links.tsx'
import { NotCurrent } from './versions.tsx'

/** Warnings at the head of a document’s page: it is deleted, locked, held, an earlier version or replaced. */
export const DocumentWarnings = ({ document }: { document: Document }) => (
  <>
    {document.deletedAt && (
      <Alert color="wax" icon={<IconTrash />} mb="lg" title="This document has been deleted">
        <When at={document.deletedAt} />
      </Alert>
    )}
    {document.lockedSince && (
      <Alert color="wax" icon={<IconLock />} mb="lg" title="This document is locked">
        Its organisation has left. Nobody can open, share or change it; it is kept, not destroyed. Locked{' '}
        <When at={document.lockedSince} />
      </Alert>
    )}
    {document.held && (
      <Alert color="amber" icon={<IconLock />} mb="lg" title="A legal hold keeps this document">
        It cannot be deleted until the hold is lifted.
      </Alert>
    )}
    <NotCurrent document={document} />
    <Superseded links={document.links} />
  </>
)
