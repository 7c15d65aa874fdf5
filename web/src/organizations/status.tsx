import type { Organization } from '@deedbox/contract/organizations.ts'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

export const OrganizationStatus = ({ deactivatedAt }: Pick<Organization, 'deactivatedAt'>) =>
  deactivatedAt ? (
    <StatusBadge tone="bad" icon={IconLock}>
      Deactivated
    </StatusBadge>
  ) : (
    <StatusBadge tone="good" icon={IconCircleCheck}>
      Active
    </StatusBadge>
  )
