import { safePath } from '@deedbox/contract/paths.ts'
import { useSearchParams } from 'react-router'

/**
 * Where the person goes after signing in: `returnTo` or `redirect` of the address, if it is a path of ours, otherwise
 * /dashboard. `carry` takes the wish along to another page of the same walk.
 */
export function useReturnTo() {
  const [query] = useSearchParams()
  const wish = query.get('returnTo') ?? query.get('redirect')
  const target = safePath(wish)
  const carry = (path: string) =>
    wish && target === wish
      ? `${path}${path.includes('?') ? '&' : '?'}returnTo=${encodeURIComponent(target)}`
      : path
  return { target, carry }
}
