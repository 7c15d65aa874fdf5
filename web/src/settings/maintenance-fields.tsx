import { hourMs } from '@deedbox/contract/durations.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { useServerNow } from '../lib/session.ts'
import { instantAt, wallClock } from '../lib/wall-clock.ts'
import { Card } from '../ui/card.tsx'
import { MaintenanceNotice } from '../ui/maintenance-notice.tsx'
import { Setting } from './setting.tsx'
import classes from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

type Notice = NonNullable<Settings['maintenance']>

/** Fields for the notice above every page, with a preview. */
export function MaintenanceFields({ form }: { form: SettingsForm }) {
  const now = useServerNow()
  const notice = form.values.maintenance
  const { timeZone } = form.stored
  const set = (part: Partial<Notice>) => notice && form.set('maintenance', { ...notice, ...part })
  const begin = (): Notice => ({
    message: '',
    from: new Date(Math.floor(now / 60_000) * 60_000).toISOString(),
    until: new Date(Math.ceil(now / hourMs) * hourMs + 2 * hourMs).toISOString(),
  })
  return (
    <Card title="Notice to everyone">
      <Setting form={form} name="maintenance">
        <Switch
          id="maintenance"
          label="Show a notice above every page"
          description="To everyone, signed in or not. Open pages show it by themselves."
          checked={notice !== null}
          onChange={(event) =>
            form.set('maintenance', event.currentTarget.checked ? (form.stored.maintenance ?? begin()) : null)
          }
        />
        {notice && (
          <>
            <Textarea
              id="maintenance.message"
              label="Message"
              description="What will happen, and when."
              autosize
              minRows={2}
              maxLength={300}
              mt="sm"
              value={notice.message}
              error={form.errors['maintenance.message']}
              onChange={(event) => set({ message: event.currentTarget.value })}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} mt="sm">
              {(['from', 'until'] as const).map((end) => (
                <TextInput
                  key={end}
                  id={`maintenance.${end}`}
                  type="datetime-local"
                  label={end === 'from' ? 'Shown from' : 'Shown until'}
                  description={timeZone}
                  value={notice[end] && wallClock(notice[end], timeZone)}
                  error={form.errors[`maintenance.${end}`]}
                  onChange={(event) => set({ [end]: instantAt(event.currentTarget.value, timeZone) ?? '' })}
                />
              ))}
            </SimpleGrid>
            {notice.message.trim() !== '' && notice.until !== '' && (
              <div className={classes.preview}>
                <MaintenanceNotice
                  label="Preview of the notice"
                  message={notice.message}
                  until={notice.until}
                />
              </div>
            )}
          </>
        )}
      </Setting>
    </Card>
  )
}
