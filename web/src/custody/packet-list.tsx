import { screen } from '@deedbox/contract/messages.ts'
import { packetSorts } from '@deedbox/contract/sorts.ts'
import { Button } from '@mantine/core'
import { IconBox, IconClipboardCheck, IconMapPin, IconPackageImport } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { keepsMatters, useUser } from '../lib/session.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { DataTable } from '../ui/data-table.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { pageTitles } from '../ui/page-titles.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import { RegisterFiles } from './downloads.tsx'
import { PacketFilters, usePacketFilter } from './filter.tsx'
import { packetColumns } from './packet-columns.tsx'
import { PlacesDialog } from './places-dialog.tsx'
import { usePackets } from './queries.ts'
import { ReceiveDialog } from './receive-dialog.tsx'

/** Page /custody: every packet, where it is and who holds it. */
export function PacketList() {
  const keeps = keepsMatters(useUser())
  const [asking, setAsking] = useState<'receive' | 'places' | null>(null)
  const navigate = useNavigate()
  const given = usePacketFilter()
  const [sorting, setSorting] = useSorting(packetSorts, 'number')
  const list = usePackets({ ...given.filter, sort: sorting.by, direction: sorting.direction })
  const rows = list.data?.pages.flatMap(({ packets }) => packets)
  const columns = useMemo(() => packetColumns(false), [])
  const filtered = given.active > 0
  const order = { choices: columns, sorting, onSort: setSorting }
  const receive = () => setAsking('receive')
  return (
    <>
      <PageHeader
        list
        {...pageTitles.custody}
        actions={
          <>
            <RegisterFiles filter={given.filter} />
            {keeps && (
              <>
                <Button
                  component={Link}
                  to="/custody/stock-takes"
                  variant="default"
                  leftSection={<IconClipboardCheck size={16} aria-hidden="true" />}
                >
                  Stock-takes
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconMapPin size={16} aria-hidden="true" />}
                  onClick={() => setAsking('places')}
                >
                  Places
                </Button>
              </>
            )}
          </>
        }
        primary={
          keeps && (
            <Button leftSection={<IconPackageImport size={18} aria-hidden="true" />} onClick={receive}>
              Receive packet
            </Button>
          )
        }
      />
      <PacketFilters given={given} keeps={keeps} first={rows?.[0]} order={{ label: 'Packets', ...order }} />
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadPackets}
        empty={
          filtered ? (
            <NoMatch title="No packet matches" onClear={given.clear} />
          ) : (
            <EmptyState
              icon={IconBox}
              title="No packets yet"
              action={keeps && <Button onClick={receive}>Receive packet</Button>}
            >
              A packet is an envelope or a box with originals of one matter: wills, deeds, powers. It gets a
              number, lies in a place, and has one holder.
            </EmptyState>
          )
        }
      >
        <DataTable
          label="Packets"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
          orderAmongFilters
        />
      </PagedList>
      {asking === 'receive' && (
        <ReceiveDialog
          matter={null}
          onReceived={({ id }) => navigate(`/custody/packets/${id}`)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'places' && <PlacesDialog onClose={() => setAsking(null)} />}
    </>
  )
}
