import { useRef } from 'react'
import { ApiError } from './api.ts'

type Asked = { data: unknown; error: Error | null; isPending: boolean }

/**
 * Returns the error of a query about the one thing that `of` names. A refusal stays while the query runs again, as after a live event; otherwise a
 * page that says 'not found' would blink.
 */
export function useKeptRefusal({ error, isPending }: Asked, of: string): Error | null {
  const kept = useRef<{ of: string; error: Error | null }>({ of, error })
  if (!isPending || kept.current.of !== of) kept.current = { of, error }
  const last = kept.current.error
  return last instanceof ApiError && last.status >= 400 && last.status < 500 ? last : error
}
