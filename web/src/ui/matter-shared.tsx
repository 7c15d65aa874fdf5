import { shortListText } from '@deedbox/contract/list-text.ts'
import { Alert } from '@mantine/core'
import { useMatterShares } from './use-matter-shares.ts'

/** Says who gets access to what is put into a matter, as it is shared with them; nothing where nobody does. */
export function MatterShared({ matterId }: { matterId: string | null }) {
  const { data } = useMatterShares(matterId)
  const names = data?.shares.filter(({ later }) => later).map(({ name }) => name) ?? []
  if (names.length === 0) return null
  return (
    <Alert color="amber" role="status" title="This matter is shared">
      {shortListText(names, 3)} {names.length === 1 ? 'gets' : 'get'} access at once to what comes into it,
      until the share ends.
    </Alert>
  )
}
