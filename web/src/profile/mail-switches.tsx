import { mailSwitches, mailSwitchNames } from '@deedbox/contract/mail-kinds.ts'
import { Stack, Switch } from '@mantine/core'
import { holds, useUser } from '../lib/session.ts'
import { useSettings } from './use-settings.ts'

/** The mails that the person may switch off. */
export function MailSwitches() {
  const user = useUser()
  const { preferences, change } = useSettings()
  return (
    <Stack>
      <div>
        Emails about the security of your account, and whatever other people send you, always reach you.
      </div>
      {mailSwitchNames.map((name) => {
        const { label, description, needs } = mailSwitches[name]
        if (needs && !holds(user, needs)) return null
        return (
          <Switch
            key={name}
            label={label}
            description={description}
            checked={preferences.mails[name]}
            onChange={(event) =>
              change({ mails: { ...preferences.mails, [name]: event.currentTarget.checked } })
            }
          />
        )
      })}
    </Stack>
  )
}
