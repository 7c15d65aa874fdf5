import { leavingNotice } from './mail-parts.tsx'

/** Mail to the people of an organisation that has left: its content is locked. */
export const organizationLocked = leavingNotice('organization_locked', { from: 0, to: null }, ({ name }) => ({
  subject: `The documents of ${name} are locked`,
  title: `The documents of ${name} are locked`,
  lead: 'Nobody can open, download, share or change them any more, and access that was given to them has ended. They are kept, not destroyed. Please write to an administrator if you still need something.',
}))
