import { shortListText } from '@deedbox/contract/list-text.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** People whom a deletion concerns: the first of those with access now, and their number. */
export function WhoLosesAccess({ documentIds }: { documentIds: string[] }) {
  const { data } = useQuery({
    queryKey: ['documents', 'preview', 'delete', documentIds],
    queryFn: ({ signal }) =>
      call('POST /api/documents/preview', { body: { documentIds, action: 'delete' }, signal }),
  })
  if (!data) return null
  const { people, peopleTotal } = data
  const names = people.map(({ name }) => name)
  return (
    <div role="status">
      {peopleTotal === 0
        ? 'Nobody else has access.'
        : `${shortListText(names, 5, peopleTotal)} ${peopleTotal === 1 ? 'loses' : 'lose'} access.`}
    </div>
  )
}
