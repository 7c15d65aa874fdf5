import type { Organization } from '@deedbox/contract/organizations.ts'
import { IconCircleCheck, IconDoorExit, IconLock } from '@tabler/icons-react'
import { usePassed } from '../lib/use-passed.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

const Leaving = ({ at }: { at: string }) =>
  usePassed(at) ? (
    <StatusBadge tone="bad" icon={IconLock}>
      Locked
    </StatusBadge>
  ) : (
    <StatusBadge tone="warning" icon={IconDoorExit}>
      Leaving
    </StatusBadge>
  )

export const OrganizationStatus = ({
  deactivatedAt,
  locksAt,
}: Pick<Organization, 'deactivatedAt' | 'locksAt'>) =>
  locksAt ? (
    <Leaving at={locksAt} />
  ) : deactivatedAt ? (
    <StatusBadge tone="bad" icon={IconLock}>
      Deactivated
    </StatusBadge>
  ) : (
    <StatusBadge tone="good" icon={IconCircleCheck}>
      Active
    </StatusBadge>
  )
