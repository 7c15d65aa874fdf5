import { screen } from '@deedbox/contract/messages.ts'
import type { ComponentProps } from 'react'
import { call } from '../lib/api.ts'
import { FoundSelect } from './found-select.tsx'

/**
 * Picks a client by any part of the name; its value is the whole name. What was typed is offered last, as it may be the name of a client whose documents
 * were all deleted.
 */
export function ClientPicker(
  props: Omit<ComponentProps<typeof FoundSelect>, 'queryKey' | 'find' | 'things' | 'failure'>,
) {
  return (
    <FoundSelect
      queryKey={['clients', 'picker']}
      things="clients"
      failure={screen.loadClients}
      placeholder="Type any part of the name"
      clearButtonProps={{ 'aria-label': 'Clear the client' }}
      find={async (text, signal) => {
        const { names } = await call('GET /api/clients', { query: { text }, signal })
        const typed = text.trim()
        return [...new Set(typed === '' ? names : [...names, typed])].map((name) => ({ id: name, name }))
      }}
      {...props}
    />
  )
}
