import { type RowOutcome, rowOutcomes } from '@deedbox/contract/matter-files.ts'
import { IconCheck, IconEqual, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'

const looks = {
  insert: { tone: 'good', icon: IconPlus },
  change: { tone: 'warning', icon: IconPencil },
  same: { tone: 'quiet', icon: IconCheck },
  exists: { tone: 'quiet', icon: IconEqual },
  wrong: { tone: 'bad', icon: IconX },
} as const

export const OutcomeBadge = ({ outcome }: { outcome: RowOutcome }) => (
  <StatusBadge {...looks[outcome]}>{rowOutcomes[outcome]}</StatusBadge>
)
