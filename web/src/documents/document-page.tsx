import type { Document } from '@deedbox/contract/documents.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/documents.ts'
import { Alert, Anchor, Button, Group, Skeleton } from '@mantine/core'
import {
  IconDownload,
  IconEye,
  IconFileOff,
  IconFolderPlus,
  IconLock,
  IconPencil,
  IconRestore,
  IconShare,
  IconSignature,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { useKeptRefusal } from '../lib/kept-refusal.ts'
import { keepsMatters, useUser } from '../lib/session.ts'
import { usePassed } from '../lib/use-passed.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { CorrectForm } from './correct-form.tsx'
import { DeleteDialog, RestoreDialog } from './delete-dialog.tsx'
import classes from './detail.module.css'
import { MatterDialog, SignatoriesDialog } from './dialogs.ts'
import { useDownload } from './download.ts'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'
import { Links, Superseded } from './links.tsx'
import { NoPreview, Preview } from './preview.tsx'
import { useDocument } from './queries.ts'
import { SecurityNotes } from './security-notes.tsx'
import { Signatures } from './signatures.tsx'
import { StatusButtons } from './status-actions.tsx'

const Viewer = lazy(() => import('./viewer/viewer.tsx'))
const back = { to: '/documents', label: 'Back to Documents' }

/**
 * Page of a document (specification, section 2: /documents/{id}). The route passes in the parts about access: `own` appears above the details,
 * `copies`, `access`, `requests`, `original`, `dueDates`, `release`, `reviews` and `holds` (null where the person does not see them) below them.
 */
export function DocumentPage(props: {
  documentId: string
  onShare: (document: Document) => void
  own: (document: Document) => ReactNode
  access: (document: Document) => ReactNode
  requests: (document: Document) => ReactNode
  dueDates: (document: Document) => ReactNode
  original: (document: Document) => ReactNode
  release: (document: Document) => ReactNode
  holds: (document: Document) => ReactNode
  /** Text at its head. */
  notices: (document: Document) => ReactNode
  reviews: (document: Document) => ReactNode
  copies: (document: Document, section: (content: ReactNode) => ReactNode) => ReactNode
}) {
  const asked = useDocument(props.documentId)
  const { data: document, refetch } = asked
  const error = useKeptRefusal(asked, props.documentId)
  const viewing = useViewing()
  const [refused, setRefused] = useState<unknown>(null)
  const ended = usePassed(document?.access?.endsAt ?? null)
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
      <Found {...props} document={document} viewing={viewing.page !== null} onView={viewing.open} />
      {viewer}
    </>
  )
}

/** Keeps the viewer's page in the address (`?page=3`), so that a reload reopens it and Back closes the viewer. */
function useViewing() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const state = useLocation().state as { opened?: boolean } | null
  const keepScroll = { preventScrollReset: true }
  const pageParam = params.get('page')
  const attachmentParam = params.get('attachment')
  const attachment =
    attachmentParam && /^[1-9]\d{0,2}(\.[1-9]\d{0,2}){0,2}$/.test(attachmentParam) ? attachmentParam : null
  const turn = useCallback(
    (page: number) =>
      setParams(
        { page: String(page), ...(attachment && { attachment }) },
        { replace: true, state, preventScrollReset: true },
      ),
    [setParams, state, attachment],
  )
  return {
    page: pageParam && /^[1-9]\d{0,4}$/.test(pageParam) ? Number(pageParam) : null,
    attachment,
    attach: (attachment: string | null) =>
      setParams(
        { page: '1', ...(attachment && { attachment }) },
        { replace: true, state, preventScrollReset: true },
      ),
    open: () => setParams({ page: '1' }, { ...keepScroll, state: { opened: true } }),
    turn,
    /** Goes back in the history if the viewer was opened from this page. */
    close: () => (state?.opened ? void navigate(-1) : setParams({}, { ...keepScroll, replace: true })),
  }
}

/** Tells whether the details are being corrected. The search opens the form by the state of the address, which a reload does not repeat. */
function useCorrecting() {
  const correcting = useState(false)
  const [, setCorrecting] = correcting
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const asked = (state as { correct?: boolean } | null)?.correct === true
  useEffect(() => {
    if (!asked) return
    setCorrecting(true)
    void navigate({ search }, { replace: true, state: null, preventScrollReset: true })
  }, [asked, search, navigate])
  return correcting
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

function Found(props: {
  document: Document
  viewing: boolean
  onView: () => void
  onShare: (document: Document) => void
  own: (document: Document) => ReactNode
  access: (document: Document) => ReactNode
  requests: (document: Document) => ReactNode
  dueDates: (document: Document) => ReactNode
  original: (document: Document) => ReactNode
  release: (document: Document) => ReactNode
  holds: (document: Document) => ReactNode
  /** Text at its head. */
  notices: (document: Document) => ReactNode
  reviews: (document: Document) => ReactNode
  copies: (document: Document, section: (content: ReactNode) => ReactNode) => ReactNode
}) {
  const { document, onView } = props
  const { can } = document
  const navigate = useNavigate()
  const keeps = keepsMatters(useUser())
  const download = useDownload()
  const [correcting, setCorrecting] = useCorrecting()
  const [asking, setAsking] = useState<'delete' | 'restore' | 'matter' | 'signatories' | null>(null)
  const holds = props.holds(document)
  const dueDates = props.dueDates(document)
  const original = props.original(document)
  const reviews = props.reviews(document)
  const release = props.release(document)
  const views = can.preview || (!document.preview && !document.deletedAt && !document.lockedSince)
  return (
    <>
      <PageHeader
        title={document.title}
        back={back}
        actions={
          <>
            {views && (
              <Button
                variant={can.preview ? 'filled' : 'default'}
                leftSection={<IconEye size={16} aria-hidden="true" />}
                onClick={onView}
              >
                View
              </Button>
            )}
            {can.download && (
              <Button
                variant={can.preview ? 'default' : 'filled'}
                leftSection={<IconDownload size={16} aria-hidden="true" />}
                loading={download.isPending}
                onClick={() => download.mutate(document)}
              >
                Download
              </Button>
            )}
            {can.share && (
              <Button
                variant="default"
                leftSection={<IconShare size={16} aria-hidden="true" />}
                onClick={() => props.onShare(document)}
              >
                Share
              </Button>
            )}
            <StatusButtons document={document} />
            {can.delete && (
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden="true" />}
                onClick={() => setAsking('delete')}
              >
                Delete
              </Button>
            )}
            {can.restore && (
              <Button
                leftSection={<IconRestore size={16} aria-hidden="true" />}
                onClick={() => setAsking('restore')}
              >
                Restore
              </Button>
            )}
          </>
        }
      />
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
      <Superseded links={document.links} />
      {props.notices(document)}
      {props.own(document)}
      <div className={classes.top}>
        {can.preview && document.locked ? (
          <NoPreview title="This PDF has a password">
            Press View and type it there. Its words cannot be searched.
          </NoPreview>
        ) : can.preview ? (
          <Preview documentId={document.id} title={document.title} covered={props.viewing} onOpen={onView} />
        ) : (
          <NoPreview>
            {can.download ? 'Files of this kind cannot be shown here. You can download the file.' : undefined}
          </NoPreview>
        )}
        <Section title="Details">
          {correcting && can.correct ? (
            <CorrectForm document={document} onClose={() => setCorrecting(false)} />
          ) : (
            <>
              <Facts document={document} />
              {can.correct && (
                <Group mt="md" gap="xs">
                  <Button
                    variant="default"
                    leftSection={<IconPencil size={16} aria-hidden="true" />}
                    onClick={() => setCorrecting(true)}
                  >
                    Correct
                  </Button>
                  <Button
                    variant="default"
                    leftSection={<IconSignature size={16} aria-hidden="true" />}
                    onClick={() => setAsking('signatories')}
                  >
                    Signatories
                  </Button>
                  {keeps && (
                    <Button
                      variant="default"
                      leftSection={<IconFolderPlus size={16} aria-hidden="true" />}
                      onClick={() => setAsking('matter')}
                    >
                      Put into a matter
                    </Button>
                  )}
                </Group>
              )}
            </>
          )}
        </Section>
      </div>
      {can.preview && document.fileType === 'application/pdf' && !document.locked && (
        <Signatures
          documentId={document.id}
          section={(list) => <Section title="Digital signatures">{list}</Section>}
        />
      )}
      {(can.correct || document.links?.length) && (
        <Section title="Related documents">
          <Links document={document} />
        </Section>
      )}
      {props.copies(document, (content) => (
        <Section title="Copies that can be checked">{content}</Section>
      ))}
      {can.seeAccess && <Section title="Access">{props.access(document)}</Section>}
      {can.seeAccess && <Section title="Access requests">{props.requests(document)}</Section>}
      {original && <Section title="Paper original">{original}</Section>}
      {dueDates && <Section title="What falls due">{dueDates}</Section>}
      {release && <Section title="If the owner dies or cannot act">{release}</Section>}
      {reviews && <Section title="Reviews">{reviews}</Section>}
      {holds && <Section title="Legal holds">{holds}</Section>}
      {can.seeHistory && (
        <Section title="History">
          <History documentId={document.id} />
          <Anchor component={Link} to={`/admin/audit?document=${document.id}`} size="sm">
            In the audit trail
          </Anchor>
        </Section>
      )}
      <Section title="Security">
        <SecurityNotes />
      </Section>
      {asking === 'signatories' && <SignatoriesDialog document={document} onClose={() => setAsking(null)} />}
      {asking === 'delete' && (
        <DeleteDialog
          documents={[document]}
          onClose={() => setAsking(null)}
          onDone={async () => navigate('/documents')}
        />
      )}
      {asking === 'matter' && <MatterDialog documents={[document]} onClose={() => setAsking(null)} />}
      {asking === 'restore' && <RestoreDialog documents={[document]} onClose={() => setAsking(null)} />}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
