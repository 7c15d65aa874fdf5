import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** The key of the session query; everything else in the cache belongs to the person it names. */
export const sessionKey = ['session'] as const

const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Asks anew who is signed in. */
export const refreshSession = () => queryClient.invalidateQueries({ queryKey: sessionKey })

const butSession = { predicate: (query: Query) => query.queryKey[0] !== sessionKey[0] }

/** After a decision that shows in many places (access, documents, history, figures): whatever is on the screen is asked for again. */
export const refreshEverything = () => queryClient.invalidateQueries(butSession)

/** The same for a page that is about to be left: what it shows is asked for again when it is shown the next time. */
export const refreshEverythingLater = () =>
  queryClient.invalidateQueries({ ...butSession, refetchType: 'none' })

/** When the session ended, or a guest's access did: ask who is signed in, and the guards do the rest. */
export function noticeSession(error: unknown): void {
  if (error instanceof ApiError && (error.code === 'not-signed-in' || error.code === 'access-expired'))
    void refreshSession()
}

/** Specification, section 9: 3 retries with back-off capped at 30 seconds, 5 minutes in the cache. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSession }),
  mutationCache: new MutationCache({ onError: noticeSession }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 3 && mayPass(error),
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
      gcTime: 5 * 60_000,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
