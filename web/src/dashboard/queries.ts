import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'

/** Every query of a dashboard begins with this key. */
const dashboardKey = ['dashboard'] as const

/** After anything that moves a figure: what is on the screen is asked for again. */
export const refreshDashboard = () => queryClient.invalidateQueries({ queryKey: dashboardKey })

/** The caller's figures, by role. */
export function useDashboard(enabled = true) {
  return useQuery({
    queryKey: [...dashboardKey, 'own'],
    queryFn: ({ signal }) => call('GET /api/dashboard', { signal }),
    enabled,
  })
}

/** The whole trustee dashboard under a filter, one snapshot; the last one stays on the screen while another is loading. */
export function useTrusteeDashboard(filter: DocumentFilter) {
  return useQuery({
    queryKey: [...dashboardKey, 'trustee', filter],
    queryFn: ({ signal }) => call('GET /api/dashboard/trustee', { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
}
