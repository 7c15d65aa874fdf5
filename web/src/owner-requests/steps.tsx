import { screen, success } from '@deedbox/contract/messages.ts'
import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { Button, Title } from '@mantine/core'
import { IconChecks, IconShare, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { totalText } from '../ui/total.ts'
import classes from './owner-requests.module.css'
import { refreshOwnerRequests, showOwnerRequest, useOwnDocuments } from './queries.ts'
import { ShareDialog } from './share-dialog.tsx'
import { type SharedDocument, SharedList } from './shared-list.tsx'

/** The claimer's three steps: upload, share, mark fulfilled. The next one has the primary button. */
export function Steps({ request, shared }: { request: OwnerRequest; shared: SharedDocument[] }) {
  const [dialog, setDialog] = useState<'share' | 'fulfil' | null>(null)
  const first = useOwnDocuments('').data?.pages[0]
  const own = first?.total
  const next = shared.length > 0 ? 'fulfil' : own === 0 ? 'upload' : 'share'
  const look = (step: typeof next) => ({ variant: next === step ? 'filled' : 'default' })
  return (
    <>
      <ol className={classes.steps}>
        <Step number={1} title="Upload documents">
          <p>
            {own ? `You have ${own === 1 ? 'one document' : `${totalText(first)} documents`}. ` : ''}
            Uploads are encrypted. They are only shared when you share them in the next step.
          </p>
          <Button
            component={Link}
            to={`/documents/upload?request=${encodeURIComponent(request.id)}`}
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            {...look('upload')}
          >
            Upload documents
          </Button>
        </Step>
        <Step number={2} title={`Share with ${request.requesterName}`}>
          <p>
            {shared.length === 0
              ? `Choose which of your documents ${request.requesterName} may open, and until when.`
              : 'Shared so far:'}
          </p>
          <SharedList shared={shared} />
          <Button
            leftSection={<IconShare size={16} aria-hidden="true" />}
            onClick={() => setDialog('share')}
            {...look('share')}
          >
            {shared.length === 0 ? 'Share documents' : 'Share more documents'}
          </Button>
        </Step>
        <Step number={3} title="Mark as fulfilled">
          <p>
            Do this when you have shared everything that was asked for. {request.requesterName} gets an email.
            Their access stays as it is.
          </p>
          <Button
            leftSection={<IconChecks size={16} aria-hidden="true" />}
            onClick={() => setDialog('fulfil')}
            {...look('fulfil')}
          >
            Mark as fulfilled
          </Button>
        </Step>
      </ol>
      {dialog === 'share' && (
        <ShareDialog request={request} shared={shared} onClose={() => setDialog(null)} />
      )}
      {dialog === 'fulfil' && (
        <ConfirmDialog
          onClose={() => setDialog(null)}
          title={`Mark the request from ${request.requesterName} as fulfilled?`}
          confirm="Mark as fulfilled"
          failure={screen.fulfilFailed}
          act={async () => {
            const params = { requestId: request.id }
            try {
              const answer = await call('POST /api/owner-requests/:requestId/fulfil', { params })
              toast.success(success.fulfilled)
              showOwnerRequest(answer.request)
            } catch (error) {
              void refreshOwnerRequests()
              throw error
            }
          }}
        >
          {shared.length === 0
            ? `Nothing has been shared with ${request.requesterName} for this request. Marking it as fulfilled cannot be undone.`
            : 'This cannot be undone.'}
        </ConfirmDialog>
      )}
    </>
  )
}

function Step(props: { number: number; title: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <span className={classes.number} aria-hidden="true">
        {props.number}
      </span>
      <div className={classes.stepBody}>
        <Title order={2} size="h4">
          {props.title}
        </Title>
        {props.children}
      </div>
    </li>
  )
}
