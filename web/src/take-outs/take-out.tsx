import { counted } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconFileZip } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../lib/api.ts'
import { ErrorState } from '../ui/states.tsx'
import { takeOut, takeOutsQuery } from './queries.ts'
import { Result } from './result.tsx'
import { Running } from './running.tsx'

/** Downloads all documents of an organisation, or those that the person owns, as one ZIP file. */
export function TakeOut({ organizationId }: { organizationId?: string }) {
  const { data, error, refetch } = useQuery(takeOutsQuery(organizationId))
  const start = useMutation({ mutationFn: () => takeOut(organizationId) })
  if (error && !data) return <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  const { documents, bytes, last } = data
  const running = last?.state === 'running' || last?.state === 'waiting'
  const whose = organizationId ? 'of this organisation' : 'that you own'
  const many = counted(documents, 'document')
  return (
    <Stack gap="md">
      <Text>
        {documents === 0
          ? `There are no documents ${whose}.`
          : `${many} ${whose}, ${fileSize(bytes)}, as one ZIP file: each document as it was uploaded, with a list of them, their history and who was given access, as far as you may see it. The files in it are not encrypted any more: keep them in a safe place.`}
      </Text>
      {running && <Running takeOut={last} />}
      {last && !running && <Result takeOut={last} />}
      {start.error && (
        <Alert color="wax" role="alert" icon={<IconAlertCircle />} title={screen.takeOutFailed}>
          {messageOf(start.error)}
        </Alert>
      )}
      {documents > 0 && !running && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconFileZip size={16} aria-hidden="true" />}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            Download everything
          </Button>
        </Group>
      )}
    </Stack>
  )
}
