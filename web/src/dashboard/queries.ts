import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** The first part of every dashboard query key. */
const dashboardKey = ['dashboard'] as const

/** Fetches the caller's figures, by role. */
export function useDashboard(enabled = true) {
  return useQuery({
    queryKey: [...dashboardKey, 'own'],
    queryFn: ({ signal }) => call('GET /api/dashboard', { signal }),
    enabled,
  })
}

/** Fetches the whole trustee dashboard for a filter, as one snapshot; the last one stays visible while another is loading. */
export function useTrusteeDashboard(filter: DocumentFilter) {
  return useQuery({
    queryKey: [...dashboardKey, 'trustee', filter],
    queryFn: ({ signal }) => call('GET /api/dashboard/trustee', { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Fetches everything that waits for the person today; new things appear while the page is open. */
export function useWaitingToday() {
  return useQuery({
    queryKey: [...dashboardKey, 'today'],
    queryFn: ({ signal }) => call('GET /api/waiting/today', { signal }),
    refetchInterval: 60_000,
  })
}
