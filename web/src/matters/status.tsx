import { matterStatuses, type MatterStatus as Status } from '@deedbox/contract/matter-terms.ts'
import { IconCircleCheck, IconCircleX, IconFolderOff, IconHourglassEmpty } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const looks: Record<Status, Pick<Parameters<typeof StatusBadge>[0], 'tone' | 'icon'>> = {
  open: { tone: 'good', icon: IconCircleCheck },
  closed: { tone: 'quiet', icon: IconFolderOff },
  wound_up: { tone: 'quiet', icon: IconCircleX },
  vested: { tone: 'warning', icon: IconHourglassEmpty },
}

export const MatterStatus = ({ status }: { status: Status }) => (
  <StatusBadge {...looks[status]}>{matterStatuses[status]}</StatusBadge>
)
