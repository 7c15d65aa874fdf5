import { roleLabel, roles } from '@deedbox/contract/permissions.ts'
import { Checkbox, Stack } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { NumberSetting } from './fields.tsx'
import { Setting } from './setting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** Fields for the roles that need a second factor, and the days of grace. */
export function SecondFactorFields({ form }: { form: SettingsForm }) {
  return (
    <Card title="Second factor">
      <Setting form={form} name="secondFactorRoles">
        <Checkbox.Group
          label="Roles that need a second factor"
          description="Everybody else may have one, and is then asked for it at each sign-in, whatever the role."
          value={form.values.secondFactorRoles}
          onChange={(chosen) =>
            form.set(
              'secondFactorRoles',
              roles.filter((role) => chosen.includes(role)),
            )
          }
        >
          <Stack gap="xs" mt="xs">
            {roles.map((role, index) => (
              <Checkbox
                key={role}
                {...(index === 0 ? { id: 'secondFactorRoles' } : {})}
                value={role}
                label={roleLabel(role)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      </Setting>
      <NumberSetting
        form={form}
        name="secondFactorGraceDays"
        label="Days to set it up"
        description="Counted for each person from the day on which their role first needs one; the days left are shown to them on every page. After that they see nothing until they have set it up. Fewer days apply at once to those who are counting already."
        min={0}
        max={90}
      />
    </Card>
  )
}
