import { counted } from '@deedbox/contract/counts.ts'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import type { Packet } from './queries.ts'
import { PacketStatus, whereText, whoHas } from './status.tsx'

const matter: Column<Packet> = {
  heading: 'Matter',
  width: '24%',
  brief: true,
  cell: (row) => <Cut text={row.matter.name} to={`/matters/${row.matter.id}`} />,
}

/** The columns of a list of packets; `ofOne`: they are of one matter, which needs no column. */
export const packetColumns = (ofOne: boolean): Column<Packet>[] => [
  {
    heading: 'Packet',
    kind: 'main',
    sort: 'number',
    cell: ({ id, number, seal, originals }) => (
      <Stacked
        text={number}
        to={`/custody/packets/${id}`}
        small={[counted(originals, 'original'), ...(seal ? [`seal ${seal}`] : [])].join(' · ')}
      />
    ),
  },
  ...(ofOne ? [] : [matter]),
  {
    heading: 'Where',
    width: '10rem',
    brief: true,
    cell: ({ where }) => <PacketStatus state={where.state} />,
  },
  {
    heading: 'Held by',
    width: '28%',
    // The end of a place, its position, is what leads there.
    cell: ({ where }) => <Stacked text={whoHas(where)} small={whereText(where)} whole />,
  },
  {
    heading: 'Since',
    kind: 'number',
    width: '8.5rem',
    minor: true,
    cell: ({ where }) => <WhenStacked at={where.since} />,
  },
]
