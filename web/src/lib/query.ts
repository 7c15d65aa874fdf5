import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { onConnectionBack } from './connection.ts'

/** The key of the session query; everything else in the cache belongs to the person it names. */
export const sessionKey = ['session'] as const

const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

let held = false
/** Holds the session, as the page must not notice a sign-out before it has shown another one. */
export const holdSession = (hold: boolean): void => {
  held = hold
}

/** Fetches the session again. */
export const refreshSession = (): Promise<void> =>
  held ? Promise.resolve() : queryClient.invalidateQueries({ queryKey: sessionKey })

const exceptSession = { predicate: (query: Query) => query.queryKey[0] !== sessionKey[0] }

/** Fetches everything on the screen again, after a change that shows in many places (access, documents, history, figures). */
export const refreshEverything = (): Promise<void> => queryClient.invalidateQueries(exceptSession)

/** Does the same for a page that is about to be left: its data is fetched again the next time it is shown. */
export const refreshEverythingLater = () =>
  queryClient.invalidateQueries({ ...exceptSession, refetchType: 'none' })

/** Tells whether the next page of a list is being fetched. */
export const loadsMore = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined

const aboutSession = new Set<unknown>([
  'not-signed-in',
  'access-expired',
  'factor-needed',
  'enrolment-needed',
])

/** Fetches the session again when it or a guest's access has ended, or a factor is needed; the route guards then redirect. */
export function noticeSession(error: unknown): void {
  if (error instanceof ApiError && aboutSession.has(error.code)) void refreshSession()
}

/** Client with 3 retries, back-off capped at 30 seconds and 5 minutes in the cache (specification, section 9). */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSession }),
  mutationCache: new MutationCache({ onError: noticeSession }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 3 && isTransient(error),
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
      gcTime: 5 * 60_000,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Fetches again what failed while the connection was away; what has changed meanwhile is told by the stream of live events. */
onConnectionBack(() => {
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.fetchFailureCount > 0 })
})
