import { screen, success } from '@deedbox/contract/messages.ts'
import { Button, Group } from '@mantine/core'
import { IconFileExport, IconFileTypePdf, IconPrinter, IconQrcode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { useToday } from '../lib/today.ts'
import { DayFilter } from '../ui/day-filter.tsx'
import { toast } from '../ui/toast.tsx'
import type { usePacketFilter } from './filter.tsx'
import type { WholePacket } from './queries.ts'

type File = { address: string; name: string }

/** Saves a file that the server makes, and tells how it went. */
function useFile() {
  return useMutation({
    mutationFn: async ({ address, name }: File) => saveFile(await bytesAt(address), name),
    onSuccess: () => toast.success(success.fileSaved),
    onError: (error) => toast.failure(screen.custodyDownloadFailed, error),
  })
}

/** The files of the whole register, and the labels of what the list shows. */
export function RegisterFiles({ filter }: { filter: ReturnType<typeof usePacketFilter>['filter'] }) {
  const { mutate, isPending, variables } = useFile()
  const files = [
    {
      label: 'Register (PDF)',
      icon: IconFileTypePdf,
      file: { address: addressOf('GET /api/packets/print', {}), name: 'custody-register.pdf' },
    },
    {
      label: 'Export CSV',
      icon: IconFileExport,
      file: { address: addressOf('GET /api/packets/export', {}), name: 'custody-register.csv' },
    },
    {
      label: 'Labels',
      icon: IconQrcode,
      file: { address: addressOf('GET /api/packets/labels', { query: filter }), name: 'labels.pdf' },
    },
  ]
  return files.map(({ label, icon: FileIcon, file }) => (
    <Button
      key={label}
      variant="default"
      loading={isPending && variables.address === file.address}
      leftSection={<FileIcon size={16} aria-hidden="true" />}
      onClick={() => mutate(file)}
    >
      {label}
    </Button>
  ))
}

/** Prints who held a packet on a day, and its label. */
export function PacketFiles({ packet }: { packet: WholePacket }) {
  const { mutate, isPending, variables } = useFile()
  const today = useToday()
  const [day, setDay] = useState<string | null>(null)
  const on = day ?? today
  const params = { packetId: packet.id }
  const held = {
    address: addressOf('GET /api/packets/:packetId/print', { params, query: { on } }),
    name: `${packet.number}-${on}.pdf`,
  }
  const label = {
    address: addressOf('GET /api/packets/labels', { query: { search: packet.number } }),
    name: `label-${packet.number}.pdf`,
  }
  const loading = ({ address }: File) => isPending && variables.address === address
  return (
    <Group align="start" gap="sm" mb="sm">
      <DayFilter label="Who held it on" value={day} rule={{ kind: 'last' }} onChange={setDay} />
      <Group gap="xs" mt="1.55rem">
        <Button
          variant="default"
          loading={loading(held)}
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => mutate(held)}
        >
          Print {day ? 'that day' : 'today'}
        </Button>
        {packet.can.keep && (
          <Button
            variant="default"
            loading={loading(label)}
            leftSection={<IconQrcode size={16} aria-hidden="true" />}
            onClick={() => mutate(label)}
          >
            Print label
          </Button>
        )}
      </Group>
    </Group>
  )
}
