import { limits } from '@deedbox/contract/limits.ts'
import { leavingNotice } from './mail-parts.tsx'

/** Mail to the people of an organisation: it is leaving. */
export const organizationLeaving = leavingNotice(
  'organization_leaving',
  { from: limits.leavingDays, to: 30 },
  ({ name, when }) => ({
    subject: `${name} is leaving: take its documents out`,
    title: `${name} is leaving`,
    lead: `Its documents are locked ${when}: nobody can open, share or change them then. Nothing is destroyed by it.`,
  }),
)
