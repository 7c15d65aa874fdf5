import type { Preferences } from '@deedbox/contract/preferences.ts'
import { useMantineColorScheme } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './api.ts'
import { becomeUser, useSession } from './session.ts'

/**
 * Changes some of the person's preferences. A change shows at once, and is reverted if it cannot be saved. It does nothing if nobody is signed in.
 */
export function usePreferences(messages: { onSaved?: () => void; onFailed: (error: unknown) => void }) {
  const { user } = useSession()
  const { mutate } = useMutation({
    // Scope in which changes are saved one after another, so that the last one wins.
    scope: { id: 'preferences' },
    mutationFn: (body: Preferences) => call('PUT /api/preferences', { body }),
    onMutate: async (preferences) => {
      if (user) await becomeUser({ ...user, preferences })
      return user
    },
    onSuccess: ({ user: saved }) => becomeUser(saved).then(messages.onSaved),
    onError: async (error, _, before) => {
      if (before) await becomeUser(before)
      messages.onFailed(error)
    },
  })
  return {
    preferences: user?.preferences,
    change: (part: Partial<Preferences>) => {
      if (user) mutate({ ...user.preferences, ...part })
    },
  }
}

/** Gives this device the colours that the person chose, here or on another device, and keeps them for the first paint. */
export function useChosenTheme(): void {
  const { user } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const theme = user?.preferences.theme
  useEffect(() => {
    if (theme) setColorScheme(theme)
  }, [theme, setColorScheme])
}
