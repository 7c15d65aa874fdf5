import { addressOf, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'

/** Milliseconds between fetches of the progress of a running download. */
const pollMs = 1_000

const key = (organizationId: string | undefined) => ['take-outs', organizationId ?? 'own']
const whose = (organizationId: string | undefined) => (organizationId ? { organizationId } : {})

/** Query of the content of a download, and of the last one. */
export const takeOutsQuery = (organizationId: string | undefined) => ({
  queryKey: key(organizationId),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('GET /api/take-outs', { query: whose(organizationId), signal }),
})

/** Query of a download, repeated until it has ended. */
export const progressQuery = (takeOutId: string | undefined) => ({
  queryKey: ['take-outs', 'one', takeOutId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('GET /api/take-outs/:takeOutId', { params: { takeOutId: takeOutId ?? '' }, signal }),
  enabled: takeOutId !== undefined,
  refetchInterval: pollMs,
})

export const refreshTakeOuts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['take-outs'] })

/** Begins a download; the browser saves the file while it arrives, as it may be larger than memory. */
export async function takeOut(organizationId: string | undefined): Promise<void> {
  const { takeOut } = await call('POST /api/take-outs', { body: { organizationId: organizationId ?? null } })
  const link = document.createElement('a')
  link.href = addressOf('GET /api/take-outs/:takeOutId/content', { params: { takeOutId: takeOut.id } })
  link.download = ''
  link.click()
  await refreshTakeOuts()
}

export async function cancelTakeOut(takeOutId: string): Promise<void> {
  await call('DELETE /api/take-outs/:takeOutId', { params: { takeOutId } }).finally(refreshTakeOuts)
}
