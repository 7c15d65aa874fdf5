import { screen } from '@deedbox/contract/messages.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import type { TakeOut } from '@deedbox/contract/take-outs.ts'
import { Button, Group, Progress, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressOf } from '../lib/api.ts'
import { toast } from '../ui/toast.tsx'
import { cancelTakeOut, progressQuery, refreshTakeOuts } from './queries.ts'

const number = (count: number) => count.toLocaleString('en-AU')

/** How far a take-out has come, and a way to end it. */
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
  // The last documents of a file that is nearly done are tiny beside the first: bytes are what takes time.
  const share = bytes > 0 ? bytesDone / bytes : documentsDone / Math.max(1, documents)
  return (
    <div>
      <Text size="sm" mb={4} role="status">
        {state === 'waiting' ? (
          <>
            Your browser is beginning the download. If it does not, <a href={address}>begin it here</a>.
          </>
        ) : (
          `${number(documentsDone)} of ${number(documents)} documents, ${fileSize(bytesDone)} of ${fileSize(bytes)}. Your browser saves the file while it arrives; you can leave this page.`
        )}
      </Text>
      <Progress value={Math.min(100, 100 * share)} aria-label="Documents taken out" />
      <Group mt="sm">
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the take-out
        </Button>
      </Group>
    </div>
  )
}
