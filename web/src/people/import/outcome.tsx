import type { ImportOutcome } from '@deedbox/contract/import-terms.ts'
import {
  IconCopy,
  IconMailCheck,
  IconMailForward,
  IconMailPlus,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'

export const outcomeTexts: Record<ImportOutcome, string> = {
  invite: 'Will be invited',
  replace: 'Will be invited again',
  invited: 'Already invited, unchanged',
  member: 'Has an account, unchanged',
  duplicate: 'Twice in the file',
  wrong: 'Wrong',
}

const looks = {
  invite: { tone: 'good', icon: IconMailPlus },
  replace: { tone: 'warning', icon: IconMailForward },
  invited: { tone: 'quiet', icon: IconMailCheck },
  member: { tone: 'quiet', icon: IconUserCheck },
  duplicate: { tone: 'bad', icon: IconCopy },
  wrong: { tone: 'bad', icon: IconX },
} as const

export const OutcomeBadge = ({ outcome }: { outcome: ImportOutcome }) => (
  <StatusBadge {...looks[outcome]}>{outcomeTexts[outcome]}</StatusBadge>
)
