import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { LeaveDialog, StayDialog } from './dialogs.tsx'

export type Standing = Answer<'GET /api/organizations/:organizationId/leaving'>

/** The leaving of an organisation, for administrators. */
export function Leaving({ organizationId, name }: { organizationId: string; name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['organizations', organizationId, 'leaving'],
    queryFn: ({ signal }) =>
      call('GET /api/organizations/:organizationId/leaving', { params: { organizationId }, signal }),
  })
  if (error && !data) return <ErrorState title="Failed to load this" error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  return <Whole id={organizationId} name={name} {...data} />
}

function Whole(props: { id: string; name: string } & Standing) {
  const { id, name, leaving } = props
  const [open, setOpen] = useState<'leave' | 'stay' | null>(null)
  const close = () => setOpen(null)
  let shown: ReactNode
  if (!leaving)
    shown = (
      <>
        <Text>
          When an organisation leaves, its people have 90 days to take everything out. Then its content is
          locked, not destroyed.
        </Text>
        <div>
          <Button
            variant="default"
            leftSection={<IconDoorExit size={16} aria-hidden="true" />}
            onClick={() => setOpen('leave')}
          >
            Mark as leaving
          </Button>
        </div>
      </>
    )
  else
    shown = (
      <>
        <Facts>
          <Fact name="Leaving since">
            <When at={leaving.from} />
          </Fact>
          <Fact name={leaving.locked ? 'Locked since' : 'Will be locked'}>
            <When at={leaving.locksAt} />
          </Fact>
          <Fact name="Reason">{leaving.reason}</Fact>
          <Fact name="Marked by">{leaving.by}</Fact>
        </Facts>
        <div>
          <Button variant="default" onClick={() => setOpen('stay')}>
            It stays
          </Button>
        </div>
      </>
    )
  return (
    <Stack>
      {shown}
      {open === 'leave' && <LeaveDialog id={id} name={name} onClose={close} />}
      {open === 'stay' && (
        <StayDialog id={id} name={name} locked={leaving?.locked ?? false} onClose={close} />
      )}
    </Stack>
  )
}
