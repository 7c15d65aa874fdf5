import { countText } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import type { TakeOut } from '@deedbox/contract/take-outs.ts'
import { Button, Group, Progress, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressOf } from '../lib/api.ts'
import { toast } from '../ui/toast.tsx'
import { cancelTakeOut, progressQuery, refreshTakeOuts } from './queries.ts'

/** Progress of a download, with a button to cancel it. */
export function Running({ takeOut: begun }: { takeOut: TakeOut }) {
  const { data } = useQuery(progressQuery(begun.id))
  const takeOut = data?.takeOut ?? begun
  const { state, documents, documentsDone, bytes, bytesDone } = takeOut
  const ended = state !== 'running' && state !== 'waiting'
  useEffect(() => {
    if (ended) void refreshTakeOuts()
  }, [ended])
  const cancel = useMutation({
    mutationFn: () => cancelTakeOut(begun.id),
    onError: (error) => toast.failure(screen.takeOutCancelFailed, error),
  })
  const address = addressOf('GET /api/take-outs/:takeOutId/content', { params: { takeOutId: begun.id } })
  // Share of the bytes, because bytes take the time and documents differ in size.
  const share = bytes > 0 ? bytesDone / bytes : documentsDone / Math.max(1, documents)
  return (
    <div>
      <Text size="sm" mb={4} role="status">
        {state === 'waiting' ? (
          <>
            Your browser is beginning the download. If it does not, <a href={address}>begin it here</a>.
          </>
        ) : (
          `${countText(documentsDone)} of ${countText(documents)} documents, ${fileSize(bytesDone)} of ${fileSize(bytes)}. Your browser saves the file while it arrives; you can leave this page.`
        )}
      </Text>
      <Progress value={Math.min(100, 100 * share)} aria-label="Documents taken out" />
      <Group mt="sm">
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the download
        </Button>
      </Group>
    </div>
  )
}
