import { valueText } from '@deedbox/contract/audit/words.ts'
import type { SettingName } from '@deedbox/contract/settings.ts'
import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { When } from '../ui/when.tsx'
import classes from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

/** A field with the person who changed it last, and with both values if another administrator changed it while it was typed here. */
export function Setting(props: { form: SettingsForm; name: SettingName; children: ReactNode }) {
  const { form, name } = props
  const last = form.lastChange(name)
  return (
    <div className={classes.setting}>
      {props.children}
      {form.overtaken.includes(name) ? (
        <Alert
          color="amber"
          role="alert"
          mt="xs"
          title={`${last?.by ?? 'Another administrator'} changed this in the meantime`}
        >
          <Text size="sm">
            Now: <strong>{valueText(form.stored[name])}</strong>. You typed:{' '}
            <strong>{valueText(form.values[name])}</strong>.
          </Text>
          <Group gap="xs" mt="xs">
            <Button size="compact-sm" variant="default" onClick={() => form.keepMine(name)}>
              Keep what I typed
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => form.takeTheirs(name)}>
              Take the other value
            </Button>
          </Group>
        </Alert>
      ) : (
        last && (
          <Text size="xs" c="dimmed" mt={4}>
            Changed by {last.by} <When at={last.at} />
          </Text>
        )
      )}
    </div>
  )
}
