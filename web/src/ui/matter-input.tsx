import { screen } from '@deedbox/contract/messages.ts'
import type { ComponentProps } from 'react'
import { call } from '../lib/api.ts'
import { FoundSelect } from './found-select.tsx'

/** Number of matters that the list shows without scrolling; typing finds others. */
const shown = 8

/** Picks one of the matters that the person sees, by name, reference, ABN or ACN; its value is the id. */
export function MatterInput(
  props: Omit<ComponentProps<typeof FoundSelect>, 'queryKey' | 'find' | 'things' | 'failure'>,
) {
  return (
    <FoundSelect
      label="Matter"
      queryKey={['matters', 'picker']}
      things="matters"
      failure={screen.loadMatters}
      placeholder="Type a name or reference"
      clearButtonProps={{ 'aria-label': 'Clear the matter' }}
      find={async (search, signal) => {
        const { matters } = await call('GET /api/matters', { query: { search, limit: shown }, signal })
        return matters.map(({ id, name, reference }) => ({
          id,
          name: reference ? `${name} · ${reference}` : name,
        }))
      }}
      {...props}
    />
  )
}
