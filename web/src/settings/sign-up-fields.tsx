import { roleLabel, signupRoles } from '@deedbox/contract/permissions.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { Checkbox, Radio, Stack } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { Setting } from './setting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const choices: { value: Settings['signUp']; label: string; description: string }[] = [
  { value: 'open', label: 'Open', description: 'Anyone can make an account.' },
  {
    value: 'invited',
    label: 'By invitation only',
    description: 'People with an invitation, and owners whom somebody has asked for documents.',
  },
  {
    value: 'closed',
    label: 'Closed',
    description: 'Nobody can make an account. Invitations wait until sign-up is open again.',
  },
]

/** Fields for the people who may make an account. */
export function SignUpFields({ form }: { form: SettingsForm }) {
  const { signUp, signUpRoles } = form.values
  return (
    <Card title="Sign-up">
      <Setting form={form} name="signUp">
        <Radio.Group
          label="New accounts"
          value={signUp}
          onChange={(value) => form.set('signUp', value as Settings['signUp'])}
        >
          <Stack gap="xs" mt="xs">
            {choices.map((choice) => (
              <Radio key={choice.value} {...choice} />
            ))}
          </Stack>
        </Radio.Group>
      </Setting>
      {signUp === 'open' && (
        <Setting form={form} name="signUpRoles">
          <Checkbox.Group
            label="Roles to choose from"
            description="Guests, who only see what is shared with them, can always sign up."
            value={signUpRoles}
            error={form.errors.signUpRoles}
            onChange={(chosen) =>
              form.set(
                'signUpRoles',
                signupRoles.filter((role) => chosen.includes(role)),
              )
            }
          >
            <Stack gap="xs" mt="xs">
              {signupRoles.map((role, index) => (
                <Checkbox
                  key={role}
                  {...(index === 0 ? { id: 'signUpRoles' } : {})}
                  value={role}
                  label={roleLabel(role)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        </Setting>
      )}
    </Card>
  )
}
