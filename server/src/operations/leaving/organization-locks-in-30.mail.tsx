import { leavingNotice } from './mail-parts.tsx'

/** Mail to the people of an organisation that is leaving: its content is locked in 30 days. */
export const organizationLocksIn30 = leavingNotice(
  'organization_locks_in_30',
  { from: 30, to: 7 },
  ({ name, when }) => ({
    subject: `The documents of ${name} are locked ${when}`,
    title: `The documents of ${name} are locked ${when}`,
    lead: 'Take out what you need until then: afterwards nobody can open, share or change them. Nothing is destroyed by it.',
  }),
)
