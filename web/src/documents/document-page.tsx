import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/documents.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { useKeptRefusal } from '../lib/kept-refusal.ts'
import { usePassed } from '../lib/use-passed.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import classes from './detail.module.css'
import { useDocument } from './queries.ts'
import { backToDocuments as back, type DocumentParts, ShownDocument } from './shown-document.tsx'
import { useViewing } from './use-viewing.ts'

const loadViewer = () => import('./viewer/viewer.tsx')
const Viewer = lazy(loadViewer)

/** Page of a document (specification, section 2: /documents/{id}), with the parts that the route passes in. */
export function DocumentPage(props: DocumentParts & { documentId: string }) {
  const asked = useDocument(props.documentId)
  const { data: document, refetch } = asked
  const error = useKeptRefusal(asked, props.documentId)
  const viewing = useViewing()
  const [refused, setRefused] = useState<unknown>(null)
  const ended = usePassed(document?.access?.endsAt ?? null)
  const isViewing = viewing.page !== null
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
      <ShownDocument {...props} document={document} viewing={isViewing} onView={viewing.open} />
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
