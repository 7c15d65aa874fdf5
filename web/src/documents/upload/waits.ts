import type { ApiError } from '../../lib/api.ts'

/** Statuses of a server, or a way to it, that is away or too busy, so that the same is sent again later. 0 is no answer. */
const away = new Set([0, 408, 425, 429, 502, 503, 504])

/**
 * Decides what an upload waits for after this answer: for the server to come back, or to have stored what has arrived (another offset means that an
 * answer was lost). null means that the same answer would come again until somebody does what its message says.
 */
export function waitsFor({ status, code }: Pick<ApiError, 'status' | 'code'>): 'away' | 'storing' | null {
  if (code === 'upload-busy' || code === 'upload-offset' || status === 423) return 'storing'
  if (code === 'no-space') return null
  return away.has(status) ? 'away' : null
}
