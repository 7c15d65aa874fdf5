import { limits } from '@deedbox/contract/limits.ts'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { queryClient } from './lib/query.ts'
import { SessionProvider } from './lib/session.ts'
import { cssVariablesResolver, theme } from './ui/theme.ts'

/** Frame around every page, in the browser and when pages are prerendered at build time. */
export function App(props: { children: ReactNode }) {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <Notifications
            limit={limits.toasts.max}
            autoClose={limits.toasts.showMs}
            position="bottom-right"
            containerWidth={400}
          />
          <SessionProvider>{props.children}</SessionProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
