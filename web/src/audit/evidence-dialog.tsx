import type { EventFilter } from '@deedbox/contract/audit-trail.ts'
import { counted, countText } from '@deedbox/contract/counts.ts'
import type { Evidence } from '@deedbox/contract/evidence.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { Alert, Button, Checkbox, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf, call, messageOf } from '../lib/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { ErrorState } from '../ui/states.tsx'

/** Milliseconds between two looks at how far evidence has come. */
const pollMs = 1_000

/** Begins evidence; the browser saves the file while it arrives. */
async function begin(filter: Partial<EventFilter>, withDocuments: boolean): Promise<Evidence> {
  const { evidence } = await call('POST /api/audit/evidence', {
    body: { filter: { pages: 'shown', ...filter }, withDocuments },
  })
  const link = document.createElement('a')
  link.href = addressOf('GET /api/audit/evidence/:takeOutId/content', { params: { takeOutId: evidence.id } })
  link.download = ''
  link.click()
  return evidence
}

/** Dialog that makes evidence of the filtered events. */
export function EvidenceDialog({ filter, onClose }: { filter: Partial<EventFilter>; onClose: () => void }) {
  const mayHaveDocuments = Boolean(filter.document || filter.client)
  const [wanted, setWanted] = useState(true)
  const withDocuments = mayHaveDocuments && wanted
  const { data, error, refetch } = useQuery({
    queryKey: ['evidence', filter, withDocuments],
    queryFn: ({ signal }) =>
      call('GET /api/audit/evidence', { query: { ...filter, withDocuments: String(withDocuments) }, signal }),
    staleTime: 0,
  })
  const start = useMutation({ mutationFn: () => begin(filter, withDocuments) })
  const tooMany = data !== undefined && data.events > data.most
  return (
    <Dialog title="Make evidence" onClose={onClose} size="lg">
      <Stack gap="md">
        <Text>
          One ZIP file for a court, an auditor or the other side: what happened in plain English, each event
          with its proof, and a page that checks all of it in any browser without a network.
        </Text>
        {error && !data && <ErrorState title={screen.loadData} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height={24} />}
        {data && !start.data && (
          <Text>
            {tooMany
              ? `More than ${counted(data.most, 'event')}: please choose fewer, for example a shorter period.`
              : `${counted(data.events, 'event')} that you may see${data.documents > 0 ? `, and ${counted(data.documents, 'document')} of ${fileSize(data.bytes)} as far as you may download them` : ''}.`}
          </Text>
        )}
        {mayHaveDocuments && !start.data && (
          <Checkbox
            label="With the documents themselves"
            checked={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.checked)}
          />
        )}
        {start.error && (
          <Alert color="wax" role="alert" icon={<IconAlertTriangle />} title={screen.evidenceFailed}>
            {messageOf(start.error)}
          </Alert>
        )}
        {start.data && <Going evidence={start.data} />}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {!start.data && (
            <Button
              loading={start.isPending}
              disabled={!data || data.events === 0 || tooMany}
              onClick={() => start.mutate()}
            >
              Make evidence
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

const ends: Partial<Record<Evidence['state'], string>> = {
  stopped: 'The connection was lost, or it was cancelled in the browser. Delete the file and try again.',
  failed:
    'Deedbox had to stop in the middle. Delete the file and try again; Health says whether the log stands still.',
}

/** Progress of evidence, and how it ended. */
function Going({ evidence: begun }: { evidence: Evidence }) {
  const { data } = useQuery({
    queryKey: ['evidence', 'one', begun.id],
    queryFn: ({ signal }) =>
      call('GET /api/audit/evidence/:takeOutId', { params: { takeOutId: begun.id }, signal }),
    refetchInterval: ({ state }) => {
      const now = state.data?.evidence.state
      return now === undefined || now === 'waiting' || now === 'running' ? pollMs : false
    },
  })
  const { state, events, eventsDone, bytes, bytesDone } = data?.evidence ?? begun
  if (state === 'done')
    return (
      <Alert color="eucalyptus" role="status" icon={<IconCheck />} title="The evidence is made">
        Your browser has saved the file. Open verify.html in it to check it.
      </Alert>
    )
  const trouble = ends[state]
  if (trouble)
    return (
      <Alert color="amber" role="status" icon={<IconAlertTriangle />} title="The file is not complete">
        {trouble}
      </Alert>
    )
  const share = (eventsDone + bytesDone) / Math.max(1, events + bytes)
  return (
    <div>
      <Text size="sm" mb={4} role="status">
        {`${countText(Math.min(events, eventsDone))} of ${counted(events, 'proof')} written${bytes > 0 ? `, ${fileSize(bytesDone)} of ${fileSize(bytes)}` : ''}. Your browser saves the file while it arrives.`}
        {eventsDone === 0 &&
          ' The proofs follow when the log is signed and its witnesses have answered, which may take a minute or two.'}
      </Text>
      <Progress value={Math.min(100, 100 * share)} aria-label="Evidence made" />
    </div>
  )
}
