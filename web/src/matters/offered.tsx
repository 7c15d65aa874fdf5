import { screen } from '@deedbox/contract/messages.ts'
import type { ComponentProps } from 'react'
import { call } from '../lib/api.ts'
import { FoundSelect } from '../ui/found-select.tsx'

const things = { responsible: 'people', organization: 'organisations' } as const

/** Picks the person who is responsible for a matter, or its organisation, by name; its value is the id. */
export function Offered({
  of,
  ...rest
}: Omit<ComponentProps<typeof FoundSelect>, 'queryKey' | 'find' | 'things' | 'failure'> & {
  of: keyof typeof things
}) {
  return (
    <FoundSelect
      queryKey={['matters', 'offered', of]}
      things={things[of]}
      failure={screen.loadData}
      placeholder="Type a name"
      clearButtonProps={{ 'aria-label': `Clear the ${of === 'organization' ? 'organisation' : 'person'}` }}
      find={async (text, signal) =>
        (await call('GET /api/matters/offered', { query: { of, text }, signal })).found
      }
      {...rest}
    />
  )
}
