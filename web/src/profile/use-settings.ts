import { screen, success } from '@deedbox/contract/messages.ts'
import { usePreferences } from '../lib/preferences.ts'
import { useUser } from '../lib/session.ts'
import { toast } from '../ui/toast.tsx'

/** Keeps the person's preferences on /settings: every change is saved immediately, and the page says so. */
export function useSettings() {
  const { change } = usePreferences({
    onSaved: () => toast.success(success.preferences),
    onFailed: (error) => toast.failure(screen.preferencesFailed, error),
  })
  return { preferences: useUser().preferences, change }
}
