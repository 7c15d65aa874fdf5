import { screen } from '@deedbox/contract/messages.ts'
import type { ComponentProps } from 'react'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { FoundSelect } from './found-select.tsx'

/** Number of documents that the list shows without scrolling; typing finds others. */
const shown = 8

/**
 * Picks one of the documents that the reader may see, by title, client, owner or file name; its value is the id. `matter`: before anything is typed, the
 * documents of a matter are offered; `others` false: no others at all. `except`: this document is not offered.
 */
export function DocumentPicker({
  matter,
  others = true,
  except,
  ...props
}: Omit<ComponentProps<typeof FoundSelect>, 'queryKey' | 'find' | 'things' | 'failure'> & {
  matter?: string | undefined
  others?: boolean
  except?: string
}) {
  const { timeZone } = useDeployment()
  return (
    <FoundSelect
      queryKey={['documents', 'picker', matter ?? '', String(others), except ?? '']}
      things="documents"
      failure={screen.loadDocuments}
      placeholder="Type a title, client or owner"
      clearButtonProps={{ 'aria-label': 'Clear the document' }}
      find={async (search, signal) => {
        const query = {
          search,
          ...(matter !== undefined && (search === '' || !others) && { matter }),
          status: 'with-archived',
          sort: 'title',
          direction: 'asc',
          limit: except === undefined ? shown : shown + 1,
        } as const
        const { documents } = await call('GET /api/documents', { query, signal })
        const offered = documents.filter(({ id }) => id !== except).slice(0, shown)
        return offered.map(({ id, title, clientName, uploadedAt }) => ({
          id,
          name: [title, clientName, `uploaded ${dateText(uploadedAt, timeZone)}`].filter(Boolean).join(' · '),
        }))
      }}
      {...props}
    />
  )
}
