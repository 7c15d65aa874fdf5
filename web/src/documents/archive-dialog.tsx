import { counted } from '@deedbox/contract/counts.ts'
import { refusalReasonLabels } from '@deedbox/contract/document-terms.ts'
import { shortListText } from '@deedbox/contract/list-text.ts'
import { fill, screen, success } from '@deedbox/contract/messages.ts'
import { Alert, Radio, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Answer, call, messageOf } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { LeftOut, type Named, Titles, usePreview } from './left-out.tsx'

const namedAtMost = 5

/** Asks whether to archive documents and whether the people with access keep it, and names them. */
export function ArchiveDialog(props: { documents: Named[]; leftOut?: Named[]; onClose: () => void }) {
  const { documents, leftOut = [] } = props
  const [grants, setGrants] = useState<'keep' | 'end'>('keep')
  const documentIds = documents.map(({ id }) => id)
  const { data, error } = usePreview('archive', documents)
  const only = documents.length === 1 ? documents[0] : undefined
  const what = only ? only.title : counted(documents.length, 'document')
  return (
    <ConfirmDialog
      title={`Archive ${what}?`}
      confirm="Archive"
      destructive={grants === 'end'}
      failure={screen.archiveFailed}
      onClose={props.onClose}
      act={async () => {
        await call('POST /api/documents/archive', { body: { documentIds, grants } })
        const n = only ? 'Document' : counted(documents.length, 'document')
        const ended = grants === 'end' ? '. Access that ended does not come back.' : ''
        toast.undoable(
          fill(success.archived, { n }) + ended,
          async () => {
            await call('POST /api/documents/unarchive', { body: { documentIds } })
            void refreshEverything()
            return fill(success.unarchived, { n })
          },
          screen.unarchiveFailed,
        )
        void refreshEverything()
      }}
    >
      <Stack>
        <div>
          Lists no longer show {only ? 'it' : 'them'}, unless the filter asks for archived documents.{' '}
          {only ? 'It' : 'They'} can still be opened, and unarchived at any time.
        </div>
        {!only && <Titles documents={documents} />}
        <LeftOut action="archive" documents={leftOut} />
        {error && (
          <Alert color="wax" role="alert" title={screen.previewFailed}>
            {messageOf(error)}
          </Alert>
        )}
        {!data && !error && <Skeleton height={64} />}
        {data && <Touched preview={data} grants={grants} onGrants={setGrants} />}
      </Stack>
    </ConfirmDialog>
  )
}

function Touched(props: {
  preview: Answer<'POST /api/documents/preview'>
  grants: 'keep' | 'end'
  onGrants: (grants: 'keep' | 'end') => void
}) {
  const { people, peopleTotal, refused } = props.preview
  const names = shortListText(
    people.map(({ name, email }) => `${name} (${email})`),
    namedAtMost,
    peopleTotal,
  )
  return (
    <>
      {refused.length > 0 && (
        <Alert color="wax" role="alert" title={`${counted(refused.length, 'document')} cannot be archived`}>
          <Titles
            documents={refused.map(({ id, title, reason }) => ({
              id,
              title: title ?? 'A document',
              why: refusalReasonLabels[reason],
            }))}
          />
        </Alert>
      )}
      {peopleTotal === 0 ? (
        <div>Nobody else has access.</div>
      ) : (
        <Radio.Group
          label={peopleTotal === 1 ? 'One person has access' : `${peopleTotal} people have access`}
          description={names}
          value={props.grants}
          onChange={(value) => props.onGrants(value === 'end' ? 'end' : 'keep')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label="Their access stays as it is" />
            <Radio value="end" label="Their access ends now, and does not come back with the document" />
          </Stack>
        </Radio.Group>
      )}
    </>
  )
}
