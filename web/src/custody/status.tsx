import { type PacketState, packetStates, placeText } from '@deedbox/contract/custody-terms.ts'
import { IconArrowBackUp, IconBox, IconClockExclamation, IconLogout2 } from '@tabler/icons-react'
import { dateText } from '../lib/format.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { Packet } from './queries.ts'

const looks: Record<PacketState, Pick<Parameters<typeof StatusBadge>[0], 'tone' | 'icon'>> = {
  held: { tone: 'good', icon: IconBox },
  out: { tone: 'warning', icon: IconLogout2 },
  overdue: { tone: 'bad', icon: IconClockExclamation },
  given_back: { tone: 'quiet', icon: IconArrowBackUp },
}

export const PacketStatus = ({ state, small }: { state: PacketState; small?: boolean }) => (
  <StatusBadge {...looks[state]} {...(small && { small })}>
    {packetStates[state]}
  </StatusBadge>
)

/** Holder of a packet, in a line: the holder in the practice, or the person outside. */
export const whoHas = ({ holder, outside }: Packet['where']): string => holder?.name ?? outside

/** Place where it lies, or the day on which it is expected back. */
export const whereText = ({ place, expectedOn, state }: Packet['where']): string =>
  place
    ? placeText(place)
    : expectedOn
      ? `expected back on ${dateText(expectedOn, 'UTC')}`
      : state === 'given_back'
        ? 'not expected back'
        : 'with the holder'
