import { documentStatusLabels } from '@deedbox/contract/document-terms.ts'
import { IconArchive, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { StatusBadge } from './status-badge.tsx'

/** Names a status: 'To confirm'. */
export const documentStatusText = (status: string): string =>
  (documentStatusLabels as Record<string, string>)[status] ?? status

/** A document's status in words, with its icon. */
export function DocumentStatus({ status, small = false }: { status: string; small?: boolean }) {
  const [tone, icon] =
    status === 'active'
      ? (['good', IconCircleCheck] as const)
      : status === 'archived'
        ? (['quiet', IconArchive] as const)
        : (['warning', IconProgress] as const)
  return (
    <StatusBadge tone={tone} icon={icon} small={small}>
      {documentStatusText(status)}
    </StatusBadge>
  )
}
