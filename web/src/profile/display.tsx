import type { Preferences } from '@deedbox/contract/preferences.ts'
import { NativeSelect, SimpleGrid, Switch, useMantineColorScheme } from '@mantine/core'
import { useSettings } from './use-settings.ts'

const dates: Record<Preferences['dates'], string> = {
  words: '3 Dec 2026',
  slashes: '03/12/2026',
  iso: '2026-12-03',
}
const themes = { light: 'Light', dark: 'Dark', auto: 'Same as system' }

const choices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const keyOf = <Key extends string>(labels: Record<Key, string>, value: string) =>
  (Object.keys(labels) as Key[]).find((key) => key === value)

/** Choices for dates, colours and the dashboard, on every device. */
export function Display() {
  const { preferences, change } = useSettings()
  const { colorScheme } = useMantineColorScheme()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label="Dates"
        data={choices(dates)}
        value={preferences.dates}
        onChange={(event) => {
          const chosen = keyOf(dates, event.target.value)
          if (chosen) change({ dates: chosen })
        }}
      />
      <NativeSelect
        label="Colours"
        data={choices(themes)}
        value={preferences.theme ?? colorScheme}
        onChange={(event) => {
          const theme = keyOf(themes, event.target.value)
          if (theme) change({ theme })
        }}
      />
      <Switch
        label="First steps"
        description="Show them on the dashboard until all three are done."
        checked={preferences.firstSteps}
        onChange={(event) => change({ firstSteps: event.currentTarget.checked })}
      />
    </SimpleGrid>
  )
}
