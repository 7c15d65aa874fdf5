import { ReminderSwitches } from '../dashboard/reminder-switches.tsx'
import { holds, useUser } from '../lib/session.ts'
import { CloseAccount } from '../profile/close-account.tsx'
import { Display } from '../profile/display.tsx'
import { MailSwitches } from '../profile/mail-switches.tsx'
import { Notices } from '../profile/notices.tsx'
import classes from '../profile/profile.module.css'
import { TakeOut } from '../take-outs/take-out.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /settings: the person's own settings, the same for every role. */
export function Component() {
  const user = useUser()
  return (
    <>
      <PageHeader
        title="Settings"
        back={{ to: '/profile', label: 'Back to your profile' }}
        lead="Your own settings, on every device. Every change is saved at once."
      />
      <div className={classes.settings}>
        <Card title="Display">
          <Display />
        </Card>
        <Card title="Email">
          <MailSwitches />
        </Card>
        <Card title="Notices" id="notices">
          <Notices />
        </Card>
        {holds(user, 'canManageDocuments', 'canUploadDocuments') && (
          <Card title="Expiry reminders">
            <ReminderSwitches />
          </Card>
        )}
        {holds(user, 'canManageDocuments', 'canViewOwnDocuments') && (
          <Card title="Download everything" id="take-out">
            <TakeOut />
          </Card>
        )}
        <Card title="Close my account">
          <CloseAccount />
        </Card>
      </div>
    </>
  )
}
