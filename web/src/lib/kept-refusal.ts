import { useRef } from 'react'
import { ApiError } from './api.ts'

type Asked = { data: unknown; error: Error | null; isPending: boolean }

/**
 * The error of a query about the one thing that `of` names. A refusal is kept while it is asked for again, as after a live
 * event: otherwise a page that says 'not found' would blink.
 */
export function useKeptRefusal({ error, isPending }: Asked, of: string): Error | null {
  const kept = useRef<{ of: string; error: Error | null }>({ of, error })
  if (!isPending || kept.current.of !== of) kept.current = { of, error }
  const last = kept.current.error
  return last instanceof ApiError && last.status >= 400 && last.status < 500 ? last : error
}
