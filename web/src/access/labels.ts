import type { Grant } from '@deedbox/contract/access.ts'

export const accessLevelLabels: Record<Grant['accessLevel'], string> = {
  view: 'View only',
  download: 'View and download',
}
