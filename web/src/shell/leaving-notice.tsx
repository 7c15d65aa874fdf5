import type { SessionUser } from '@deedbox/contract/accounts.ts'
import { IconDoorExit, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { holds, useSession } from '../lib/session.ts'
import { usePassed } from '../lib/use-passed.ts'
import classes from '../ui/maintenance-notice.module.css'
import { When } from '../ui/when.tsx'

/** Says above every page to the people of an organisation that leaves until when they can take everything out, and where. */
export function LeavingNotice() {
  const { user } = useSession()
  return (
    <div role="status">
      {user?.organizationLocksAt && <Leaving user={user} at={user.organizationLocksAt} />}
    </div>
  )
}

function Leaving({ user, at }: { user: SessionUser; at: string }) {
  const locked = usePassed(at)
  const whole = holds(user, 'canManageOrganization')
  const owns = holds(user, 'canManageDocuments', 'canViewOwnDocuments')
  const Icon = locked ? IconLock : IconDoorExit
  return (
    <section className={classes.notice} aria-label="Your organisation is leaving">
      <Icon size={18} aria-hidden="true" className={classes.icon} />
      {locked ? (
        <p className={classes.text}>
          <span className={classes.message}>{user.organizationName} has left: its documents are locked.</span>{' '}
          Nobody can open them; they are kept, not destroyed. Locked <When at={at} />
        </p>
      ) : (
        <p className={classes.text}>
          <span className={classes.message}>{user.organizationName} is leaving.</span> Its documents are
          locked <When at={at} />.{' '}
          {(whole || owns) && (
            <Link to={whole ? '/b2b/settings' : '/settings#take-out'}>Take everything out until then</Link>
          )}
        </p>
      )}
    </section>
  )
}
