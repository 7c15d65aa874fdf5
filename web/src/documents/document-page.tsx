import type { Document } from '@deedbox/contract/documents.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/documents.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { useKeptRefusal } from '../lib/kept-refusal.ts'
import { usePassed } from '../lib/use-passed.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import classes from './detail.module.css'
import { backToDocuments as back } from './labels.ts'
import { useDocument } from './queries.ts'
import { useOpening } from './use-opening.ts'
import { useViewing } from './use-viewing.ts'

const loadViewer = () => import('./viewer/viewer.tsx')
const Viewer = lazy(loadViewer)

/**
 * Page of a document (specification, section 2: /documents/{id}); the route passes in what shows the whole of it. While the reader that was opened by
 * its address covers it, it is neither loaded nor shown: its preview would be recorded as another view of the first page.
 */
export function DocumentPage({
  documentId,
  Whole,
}: {
  documentId: string
  Whole: ComponentType<{ document: Document; viewing: boolean; onView: () => void }>
}) {
  const asked = useDocument(documentId)
  const { data: document, refetch } = asked
  const error = useKeptRefusal(asked, documentId)
  const viewing = useViewing()
  const [refused, setRefused] = useState<unknown>(null)
  const ended = usePassed(document?.access?.endsAt ?? null)
  const isViewing = viewing.page !== null
  const [uncovered, setUncovered] = useState(!isViewing)
  if (!uncovered && !isViewing) setUncovered(true)
  useOpening(documentId, viewing.page, viewing.attachment)
  // Code of the reader comes while the server looks the document up.
  useEffect(() => {
    if (isViewing) void loadViewer()
  }, [isViewing])
  const gone = error instanceof ApiError && [400, 403, 404, 410].includes(error.status)

  if (!document && error && !gone)
    return (
      <>
        <PageHeader title="Document" back={back} />
        <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
      </>
    )
  if (!document && !gone) return <Loading />
  const viewer = viewing.page !== null && document && (
    <Suspense>
      <Viewer
        document={document}
        page={viewing.page}
        onPage={viewing.turn}
        attachment={viewing.attachment}
        onAttachment={viewing.attach}
        refused={refused ?? (gone ? error : null)}
        ended={ended}
        onRefused={setRefused}
        onClose={viewing.close}
      />
    </Suspense>
  )
  // Hide all of the document behind the viewer once the server has refused it.
  if (!document || gone || refused || ended)
    return (
      <>
        <NotThere />
        {viewer}
      </>
    )
  return (
    <>
      {uncovered ? (
        <Suspense fallback={<Loading />}>
          <Whole document={document} viewing={isViewing} onView={viewing.open} />
        </Suspense>
      ) : (
        <PageHeader title={document.title} back={back} />
      )}
      {viewer}
    </>
  )
}

function Loading() {
  return (
    <div role="status">
      <PageHeader title={screen.loadingDocument} back={back} />
      <div className={classes.top}>
        <Skeleton className={classes.sheet} radius="sm" />
        <Skeleton height={320} radius="md" />
      </div>
    </div>
  )
}

function NotThere() {
  return (
    <>
      <PageHeader title={errors['document-not-found'].message} />
      <EmptyState
        icon={IconFileOff}
        title="This document is not available"
        action={
          <Button component={Link} to="/documents">
            Back to Documents
          </Button>
        }
      >
        It does not exist, or you do not have access to it.
      </EmptyState>
    </>
  )
}
