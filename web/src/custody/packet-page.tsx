import type { MovementKind } from '@deedbox/contract/custody-terms.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/custody.ts'
import { Button } from '@mantine/core'
import { IconBoxOff, IconFilePlus } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { useKeptRefusal } from '../lib/kept-refusal.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import classes from './custody.module.css'
import { PacketFiles } from './downloads.tsx'
import { Entries, type EntryAction } from './entries.tsx'
import { MoveDialog, moveWords } from './move-dialog.tsx'
import { MoveOriginalDialog, OriginalDialog, PaperDialog } from './original-dialogs.tsx'
import { type OriginalAction, Originals } from './originals.tsx'
import { type CustodyEntry, type Original, usePacket, type WholePacket } from './queries.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { PacketStatus, whereText, whoHas } from './status.tsx'

const back = { to: '/custody', label: 'All packets' }

/** Page of a packet, by its id or its number, which its label's code leads to. */
export function PacketPage({ packetId }: { packetId: string }) {
  const asked = usePacket(packetId)
  const { data: packet, refetch } = asked
  const error = useKeptRefusal(asked, packetId)
  if (!packet && !error) return <PageLoading />
  const gone = error instanceof ApiError && (error.status === 404 || error.code === 'invalid-input')
  if (!packet || gone)
    return (
      <>
        <PageHeader title="Packet" back={back} />
        {gone ? (
          <EmptyState icon={IconBoxOff} title={errors['packet-not-found'].message}>
            It does not exist, or you may not see it.
          </EmptyState>
        ) : (
          <ErrorState title={screen.loadPacket} error={error} onRetry={refetch} />
        )}
      </>
    )
  return <Found packet={packet} />
}

type Asking =
  | { what: 'movement'; kind: MovementKind }
  | { what: 'original'; action: OriginalAction | 'add'; original: Original | null }
  | { what: 'entry'; action: EntryAction; entry: CustodyEntry }

function Found({ packet }: { packet: WholePacket }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const { where, can } = packet
  return (
    <>
      <PageHeader
        title={packet.number}
        back={back}
        actions={
          can.keep && <Moves packet={packet} onChoose={(kind) => setAsking({ what: 'movement', kind })} />
        }
      />
      <Facts>
        <Fact name="Matter">
          <Link to={`/matters/${packet.matter.id}`}>{packet.matter.name}</Link>
        </Fact>
        <Fact name="Where">
          <PacketStatus state={where.state} />
        </Fact>
        <Fact name={where.holder ? 'Held by' : 'With'}>{whoHas(where)}</Fact>
        <Fact name={where.holder ? 'Place' : where.expectedOn ? 'Expected back' : 'Back'}>
          {where.expectedOn ? <When at={where.expectedOn} /> : whereText(where)}
        </Fact>
        <Fact name="Since">
          <When at={where.since} />
        </Fact>
        <Fact name="Seal or envelope number">{packet.seal}</Fact>
      </Facts>
      <Part title="Originals">
        {can.move && (
          <div className={classes.buttons}>
            <Button
              variant="default"
              leftSection={<IconFilePlus size={16} aria-hidden="true" />}
              onClick={() => setAsking({ what: 'original', action: 'add', original: null })}
            >
              Put an original in
            </Button>
          </div>
        )}
        <Originals
          packet={packet}
          onChoose={(action, original) => setAsking({ what: 'original', action, original })}
        />
      </Part>
      <Part title="Everything that was recorded">
        <PacketFiles packet={packet} />
        <Entries packet={packet} onChoose={(action, entry) => setAsking({ what: 'entry', action, entry })} />
      </Part>
      {asking && <Asked packet={packet} asking={asking} onClose={close} />}
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useId()
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}

/** The buttons for what the person may do with the packet now, the most usual first. */
function Moves({ packet, onChoose }: { packet: WholePacket; onChoose: (kind: MovementKind) => void }) {
  const { can, where } = packet
  const kinds: MovementKind[] = [
    ...(can.takeIn ? (['in'] as const) : []),
    ...(can.takeOver ? (['taken_over'] as const) : []),
    ...(can.move ? (['out', 'handed', 'placed', 'sealed'] as const) : []),
    ...(where.holder ? (['sighted'] as const) : []),
  ]
  return kinds.map((kind, index) => (
    <Button key={kind} variant={index === 0 ? 'filled' : 'default'} onClick={() => onChoose(kind)}>
      {moveWords[kind].title}
    </Button>
  ))
}

function Asked(props: { packet: WholePacket; asking: Asking; onClose: () => void }) {
  const { asking, ...rest } = props
  const navigate = useNavigate()
  if (asking.what === 'movement') return <MoveDialog {...rest} kind={asking.kind} />
  if (asking.what === 'entry')
    return asking.action === 'receipt' ? (
      <ReceiptDialog {...rest} entry={asking.entry} />
    ) : asking.action === 'correct' ? (
      <CorrectDialog {...rest} entry={asking.entry} />
    ) : (
      <PaperDialog {...rest} entry={asking.entry} />
    )
  const { action, original } = asking
  if (original && action === 'photograph') return <PaperDialog {...rest} original={original} />
  if (original && action === 'move')
    return (
      <MoveOriginalDialog
        {...rest}
        original={original}
        onMoved={(packetId) => navigate(`/custody/packets/${packetId}`)}
      />
    )
  return <OriginalDialog {...rest} original={original} />
}
