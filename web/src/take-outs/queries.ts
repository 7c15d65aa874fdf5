import { addressOf, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'

/** How far a running take-out has come is asked this often. */
const pollMs = 1_000

const key = (organizationId: string | undefined) => ['take-outs', organizationId ?? 'own']
const whose = (organizationId: string | undefined) => (organizationId ? { organizationId } : {})

/** What a take-out would hold, and the last one. */
export const takeOutsQuery = (organizationId: string | undefined) => ({
  queryKey: key(organizationId),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('GET /api/take-outs', { query: whose(organizationId), signal }),
})

/** One take-out, asked for again and again until it has ended. */
export const progressQuery = (takeOutId: string | undefined) => ({
  queryKey: ['take-outs', 'one', takeOutId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('GET /api/take-outs/:takeOutId', { params: { takeOutId: takeOutId ?? '' }, signal }),
  enabled: takeOutId !== undefined,
  refetchInterval: pollMs,
})

export const refreshTakeOuts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['take-outs'] })

/** Begins a take-out and has the browser save the file while it arrives: it may be larger than memory. */
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
