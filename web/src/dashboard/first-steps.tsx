import { screen } from '@deedbox/contract/messages.ts'
import type { FirstStep } from '@deedbox/contract/today.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconRocket } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Answer } from '../lib/api.ts'
import { usePreferences } from '../lib/preferences.ts'
import { toast } from '../ui/toast.tsx'
import classes from './waiting.module.css'
import { WaitingGroupFrame } from './waiting-group.tsx'

const terms: Record<FirstStep, { label: string; to: string; text: string }> = {
  backup: {
    label: 'Name the place of the backups',
    to: '/admin/system',
    text: 'Set BACKUP_URL and BACKUP_KEY where Deedbox runs. It then makes backups by itself.',
  },
  mail: {
    label: 'Set up email',
    to: '/admin/mail',
    text: 'Set SMTP_URL where Deedbox runs. Until then emails stay in a local folder.',
  },
  invite: { label: 'Invite somebody', to: '', text: 'Invited people need no confirmation.' },
  upload: {
    label: 'Upload a document',
    to: '/documents/upload',
    text: 'A deed, a will or another paper. It is encrypted before it is stored.',
  },
  share: {
    label: 'Share it with somebody',
    to: '/documents',
    text: 'Open the document and press Share. Access ends by itself.',
  },
  'second-factor': {
    label: 'Set up a second factor',
    to: '/profile#security',
    text: 'A passkey or an authenticator app, so that a password alone opens nothing.',
  },
  organization: {
    label: 'Complete your organisation',
    to: '/b2b/settings',
    text: 'Its address and the email address for questions.',
  },
  profile: {
    label: 'Add your phone number',
    to: '/profile',
    text: 'So that people who share documents with you can call you.',
  },
  ask: {
    label: 'Ask for access to a document',
    to: '/requestor/documents?tab=request-access',
    text: 'A trustee decides, and you get an email.',
  },
  owner: {
    label: 'Contact a document owner',
    to: '/requestor/documents?tab=owner-requests',
    text: 'They need no account to receive your request.',
  },
  open: {
    label: 'Open what was shared with you',
    to: '/documents',
    text: 'Your documents are listed with the time that is left.',
  },
}

type Steps = NonNullable<Answer<'GET /api/waiting/today'>['firstSteps']>

/** The first three things to do with a new account; each is ticked once it was really done. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const { change } = usePreferences({
    onFailed: (error) => toast.failure(screen.preferencesFailed, error),
  })
  return (
    <WaitingGroupFrame
      icon={IconRocket}
      title="First steps"
      level="h2"
      open
      action={
        <Button size="compact-sm" variant="subtle" ml="auto" onClick={() => change({ firstSteps: false })}>
          Dismiss
        </Button>
      }
    >
      <ol className={classes.steps}>
        {steps.map(({ step, done }) => (
          <Step key={step} step={step} done={done} among={steps} />
        ))}
      </ol>
    </WaitingGroupFrame>
  )
}

function Step({ step, done, among }: Steps[number] & { among: Steps }) {
  const { label, to, text } = terms[step]
  const Mark = done ? IconCircleCheckFilled : IconCircle
  // Address for invitations: Org Admins invite their team, administrators anybody.
  const invites = among.some((one) => one.step === 'organization') ? '/b2b/users' : '/admin/users'
  return (
    <li data-done={done}>
      <Mark size={18} aria-hidden="true" />
      <div>
        {done ? (
          <s>
            {label}
            <VisuallyHidden> (done)</VisuallyHidden>
          </s>
        ) : (
          <Link to={to || invites}>{label}</Link>
        )}
        {!done && <p>{text}</p>}
      </div>
    </li>
  )
}
