import { screen } from '@deedbox/contract/messages.ts'
import { Button, Text } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { packetColumns } from './packet-columns.tsx'
import { usePackets } from './queries.ts'
import { ReceiveDialog } from './receive-dialog.tsx'

/** The packets of a matter, with a button for a new one where the person keeps matters. */
export function PacketsOf({ matter, edits }: { matter: { id: string; name: string }; edits: boolean }) {
  const [receiving, setReceiving] = useState(false)
  const navigate = useNavigate()
  const list = usePackets({ matter: matter.id })
  const rows = list.data?.pages.flatMap(({ packets }) => packets)
  const columns = useMemo(() => packetColumns(true), [])
  return (
    <>
      {edits && (
        <Button
          variant="default"
          mb="sm"
          leftSection={<IconPackageImport size={16} aria-hidden="true" />}
          onClick={() => setReceiving(true)}
        >
          Receive packet
        </Button>
      )}
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadPackets}
        more="needed"
        empty={<Text c="dimmed">No packet of originals is kept for it.</Text>}
      >
        <DataTable label="Packets" columns={columns} rows={rows} rowKey={({ id }) => id} expected={2} />
      </PagedList>
      {receiving && (
        <ReceiveDialog
          matter={matter}
          onReceived={({ id }) => navigate(`/custody/packets/${id}`)}
          onClose={() => setReceiving(false)}
        />
      )}
    </>
  )
}
