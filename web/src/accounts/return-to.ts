import { safePath } from '@deedbox/contract/paths.ts'
import { useSearchParams } from 'react-router'

/**
 * Returns where the person goes after signing in: `returnTo` or `redirect` in the address, if it is a path within Deedbox, otherwise /dashboard.
 * `carry` adds it to the link to another sign-in page.
 */
export function useReturnTo() {
  const [query] = useSearchParams()
  const requested = query.get('returnTo') ?? query.get('redirect')
  const target = safePath(requested)
  const carry = (path: string) =>
    requested && target === requested
      ? `${path}${path.includes('?') ? '&' : '?'}returnTo=${encodeURIComponent(target)}`
      : path
  return { target, carry }
}
