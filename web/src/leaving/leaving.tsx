import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconDoorExit, IconFlame } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { DestroyDialog } from './destroy-dialog.tsx'
import { Destruction, Held } from './destruction.tsx'
import { LeaveDialog, StayDialog } from './dialogs.tsx'
import { Receipts } from './receipts.tsx'

export type Standing = Answer<'GET /api/organizations/:organizationId/leaving'>

/** State: a job destroys documents now. */
const running = ({ destruction }: Standing) => Boolean(destruction?.confirmed && !destruction.endedAt)

/** The leaving of an organisation, for administrators. */
export function Leaving({ organizationId, name }: { organizationId: string; name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['organizations', organizationId, 'leaving'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/:organizationId/leaving', { params: { organizationId }, signal }),
    refetchInterval: ({ state }) => (state.data && running(state.data) ? 1_000 : false),
  })
  if (error && !data)
    return (
      <ErrorState title="Failed to load how this organisation is leaving" error={error} onRetry={refetch} />
    )
  if (!data) return <Skeleton height={120} />
  return <Whole id={organizationId} name={name} standing={data} />
}

function Whole({ id, name, standing }: { id: string; name: string; standing: Standing }) {
  const { leaving, can, destruction, held } = standing
  const [open, setOpen] = useState<'leave' | 'stay' | 'destroy' | null>(null)
  const close = () => setOpen(null)
  return (
    <Stack>
      {leaving ? (
        <Facts>
          <Fact name="Leaving since">
            <When at={leaving.from} />
          </Fact>
          <Fact name={leaving.locked ? 'Locked since' : 'Locked from'}>
            <When at={leaving.locksAt} />
          </Fact>
          <Fact name="Reason">{leaving.reason}</Fact>
          <Fact name="Marked by">{leaving.by}</Fact>
        </Facts>
      ) : (
        <Text>
          When an organisation leaves, its people have 90 days to take everything out. Then its content is
          locked, not destroyed.
        </Text>
      )}
      {leaving && destruction && (
        <Destruction id={id} name={name} destruction={destruction} left={standing.documents} />
      )}
      {leaving?.locked && held.count > 0 && <Held {...held} />}
      <Group>
        {!leaving && (
          <Button
            variant="default"
            leftSection={<IconDoorExit size={16} aria-hidden="true" />}
            onClick={() => setOpen('leave')}
          >
            Mark as leaving
          </Button>
        )}
        {can.stay && (
          <Button variant="default" onClick={() => setOpen('stay')}>
            It stays
          </Button>
        )}
        {can.destroy && (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconFlame size={16} aria-hidden="true" />}
            onClick={() => setOpen('destroy')}
          >
            Destroy its documents
          </Button>
        )}
      </Group>
      {destruction && destruction.destroyed > 0 && <Receipts id={id} name={name} />}
      {open === 'leave' && <LeaveDialog id={id} name={name} onClose={close} />}
      {open === 'stay' && (
        <StayDialog id={id} name={name} locked={leaving?.locked ?? false} onClose={close} />
      )}
      {open === 'destroy' && <DestroyDialog id={id} name={name} standing={standing} onClose={close} />}
    </Stack>
  )
}
