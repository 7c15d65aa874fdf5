import type { Permission } from '@deedbox/contract/permissions.ts'
import type { OptionalMail } from '@deedbox/contract/preferences.ts'
import { Stack, Switch } from '@mantine/core'
import { holds, useUser } from '../lib/session.ts'
import { useSettings } from './use-settings.ts'

const switches: { mail: OptionalMail; label: string; description: string; needs?: Permission }[] = [
  {
    mail: 'accessEnding',
    label: 'My access ends',
    description: 'A week before your access to a document ends, and when it has ended.',
  },
  {
    mail: 'requests',
    label: 'New requests for access',
    description:
      'When somebody asks for access and you may decide. Requests wait on your dashboard either way.',
    needs: 'canManageDocuments',
  },
  {
    mail: 'newTrustees',
    label: 'New trustees',
    description: 'When a trustee signs up and waits to be confirmed.',
    needs: 'canManageSystem',
  },
]

/** The mails that the person may switch off. */
export function MailSwitches() {
  const user = useUser()
  const { preferences, change } = useSettings()
  return (
    <Stack>
      <div>
        Emails about the security of your account, and whatever other people send you, always reach you.
      </div>
      {switches
        .filter(({ needs }) => !needs || holds(user, needs))
        .map(({ mail, label, description }) => (
          <Switch
            key={mail}
            label={label}
            description={description}
            checked={preferences.mails[mail]}
            onChange={(event) =>
              change({ mails: { ...preferences.mails, [mail]: event.currentTarget.checked } })
            }
          />
        ))}
    </Stack>
  )
}
