import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import { deviceIcon, placeText, ThisDevice } from './from.tsx'
import { SecurityItem, SecurityList } from './security-list.tsx'
import { SecurityPart } from './security-part.tsx'

type Device = Answer<'GET /api/devices'>['devices'][number]

/** The devices that are asked for no second factor. */
export function DevicesPart() {
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'devices'],
    queryFn: ({ signal }) => call('GET /api/devices', { signal }),
  })
  const none = data?.devices.length === 0
  return (
    <SecurityPart
      title="Remembered devices"
      lead={
        none
          ? 'No device is remembered. A second factor is asked for at every sign-in, if you have one.'
          : 'On these you are not asked for your second factor.'
      }
    >
      {error && !data && <ErrorState title="Failed to load devices" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={64} mt="md" />}
      {data && !none && (
        <SecurityList label="Remembered devices">
          {data.devices.map((device) => (
            <DeviceItem key={device.id} device={device} />
          ))}
        </SecurityList>
      )}
    </SecurityPart>
  )
}

function DeviceItem({ device }: { device: Device }) {
  const name = device.device
  const place = placeText(device)
  const forget = useMutation({
    async mutationFn() {
      await call('DELETE /api/devices/:deviceId', { params: { deviceId: device.id } })
      toast.success(`${name} is forgotten`)
      await queryClient.invalidateQueries({ queryKey: ['security'] })
    },
    onError: (failure) => toast.failure('Failed to forget this device', failure),
  })
  return (
    <SecurityItem
      icon={deviceIcon(name)}
      name={name}
      mark={device.current && <ThisDevice />}
      action={
        <Button
          variant="default"
          size="compact-sm"
          loading={forget.isPending}
          aria-label={`Forget ${[name, place].filter(Boolean).join(', ')}`}
          onClick={() => forget.mutate()}
        >
          Forget
        </Button>
      }
    >
      {place && <div>{place}</div>}
      <div>
        Last sign-in <When at={device.usedAt} />
      </div>
      <div>
        Remembered · ends <When at={device.rememberedUntil} />
      </div>
    </SecurityItem>
  )
}
