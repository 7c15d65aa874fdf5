import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import type { ReminderSettings } from '@deedbox/contract/reminders.ts'
import { reminderWindows } from '@deedbox/contract/request-terms.ts'
import { NativeSelect, Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './dashboard.module.css'

const key = ['reminders']

/** Expiry reminder settings (specification, sections 2 and 3): every change is saved immediately. `children` appears below them. */
export function ReminderSwitches({ children }: { children?: (settings: ReminderSettings) => ReactNode }) {
  const {
    data: saved,
    error,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/reminders', { signal }),
  })
  // Change that is shown immediately, while it is still being saved.
  const [pending, setPending] = useState<ReminderSettings | null>(null)
  const { mutate } = useMutation({
    // Scope in which changes are saved one after another, so that the last one wins.
    scope: { id: 'reminders' },
    mutationFn: (body: ReminderSettings) => call('PUT /api/reminders', { body }),
    onSuccess: async (settings) => {
      await queryClient.cancelQueries({ queryKey: key })
      queryClient.setQueryData(key, settings)
      toast.success(success.reminderSettings)
    },
    onError: (failure) => {
      toast.failure(screen.reminderSettingsFailed, failure)
      void queryClient.invalidateQueries({ queryKey: key })
    },
    onSettled: (_, __, body) => setPending((now) => (now === body ? null : now)),
  })
  if (error && !saved) return <ErrorState title={screen.loadReminders} error={error} onRetry={refetch} />
  if (!saved) return <Skeleton height={180} radius="md" />
  const data = pending ?? saved
  const change = (part: Partial<ReminderSettings>) => {
    const next = { ...data, ...part }
    setPending(next)
    mutate(next)
  }
  return (
    <div className={classes.reminders}>
      <div className={classes.settings}>
        <Switch
          label="Expiry reminders"
          description="Remind me before one of my documents expires."
          checked={data.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <Switch
          label="Email notifications"
          description="Send each reminder to my email address."
          checked={data.emailNotifications}
          disabled={!data.enabled}
          onChange={(event) => change({ emailNotifications: event.currentTarget.checked })}
        />
        <NativeSelect
          label="Remind me"
          value={data.daysBefore}
          disabled={!data.enabled}
          data={reminderWindows.map((days) => ({ value: String(days), label: `${days} days before` }))}
          onChange={(event) => {
            const daysBefore = reminderWindows.find((days) => String(days) === event.target.value)
            change({ daysBefore: daysBefore ?? limits.reminder.daysBefore })
          }}
        />
      </div>
      {children?.(data)}
    </div>
  )
}
