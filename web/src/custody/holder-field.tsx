import { screen } from '@deedbox/contract/messages.ts'
import type { ComponentProps } from 'react'
import { call } from '../lib/api.ts'
import { FoundSelect } from '../ui/found-select.tsx'

/** Picks a person who may hold packets, by name; its value is the id. */
export function HolderField(
  props: Omit<ComponentProps<typeof FoundSelect>, 'queryKey' | 'find' | 'things' | 'failure'>,
) {
  return (
    <FoundSelect
      queryKey={['matters', 'offered', 'responsible']}
      things="people"
      failure={screen.loadData}
      placeholder="Type a name"
      clearButtonProps={{ 'aria-label': 'Clear the person' }}
      find={async (text, signal) =>
        (await call('GET /api/matters/offered', { query: { of: 'responsible', text }, signal })).found
      }
      {...props}
    />
  )
}
