import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { queryClient } from './lib/query.ts'
import { SessionProvider } from './lib/session.ts'
import { cssVariablesResolver, theme } from './ui/theme.ts'
import { Toasts } from './ui/toasts.tsx'

/** Frame around every page, in the browser and when pages are prerendered at build time. */
export function App(props: { children: ReactNode }) {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <Toasts />
          <SessionProvider>{props.children}</SessionProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
