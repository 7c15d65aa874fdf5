import type { SessionUser } from '@deedbox/contract/accounts.ts'
import { defaultSettings } from '@deedbox/contract/default-settings.ts'
import type { Permission } from '@deedbox/contract/permissions.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { type Answer, call } from './api.ts'
import { showDatesAs } from './format.ts'
import { queryClient, refreshSession, sessionKey } from './query.ts'

/** `clockOffset`: milliseconds to add to this machine's clock to get the server's. */
type Session = Answer<'GET /api/session'> & { clockOffset: number }

const stamped = (answer: Answer<'GET /api/session'>): Session => ({
  ...answer,
  clockOffset: Date.parse(answer.now) - Date.now(),
})

/** One person's data must never be shown to the next: drops what was loaded for somebody else. */
function dropWhenChanged(user: SessionUser | null) {
  const before = queryClient.getQueryData<Session>(sessionKey)?.user?.id
  if (before !== undefined && before !== user?.id)
    void queryClient.resetQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}

/** What has to happen before anything of this person is shown. */
function take(user: SessionUser | null) {
  dropWhenChanged(user)
  showDatesAs(user?.preferences.dates)
}

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }) => {
    const session = stamped(await call('GET /api/session', { signal }))
    take(session.user)
    return session
  },
  staleTime: 30_000,
})

export type SessionAnswer = Answer<'GET /api/session'>

/** Takes the session that was asked for before the application was loaded. */
export const startSession = (answer: SessionAnswer): void =>
  void queryClient.setQueryData<Session>(sessionKey, stamped(answer))

type SessionState = {
  session: Session | undefined
  user: SessionUser | null
  error: Error | null
  retry: () => unknown
}
const SessionContext = createContext<SessionState | null>(null)

/** Reads the session for every part below it: each cell of a long list asks for it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery)
  const value = useMemo(
    () => ({ session: data, user: data?.user ?? null, error, retry: refetch }),
    [data, error, refetch],
  )
  return createElement(SessionContext, { value }, children)
}

/** The current session, or undefined while it loads for the first time. */
export function useSession(): SessionState {
  const state = use(SessionContext)
  if (!state) throw new Error('There is no SessionProvider above')
  return state
}

/** The person signed in; only below `RequireUser`. */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('This part of the page needs a signed-in person')
  return user
}

/** Whether a person holds one of these permissions. Only shows or hides: the server decides. */
export const holds = (user: SessionUser, ...anyOf: Permission[]): boolean =>
  anyOf.some((permission) => user.permissions.includes(permission))

/** Puts the person who has just signed in (or out: null) in the cached session, without another request. */
export async function becomeUser(user: SessionUser | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionKey })
  take(user)
  const before = queryClient.getQueryData<Session>(sessionKey)
  if (before) queryClient.setQueryData<Session>(sessionKey, { ...before, user })
  else await refreshSession()
}

/** A clock that ticks every so many milliseconds, for as long as somebody looks at it. */
function createTicker(everyMs: number) {
  const lookers = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = Date.now()
    for (const looker of lookers) looker()
  }
  return {
    now: () => now,
    subscribe(looker: () => void) {
      if (lookers.size === 0) {
        now = Date.now()
        timer = setInterval(tick, everyMs)
      }
      lookers.add(looker)
      return () => {
        lookers.delete(looker)
        if (lookers.size === 0) clearInterval(timer)
      }
    },
  }
}

const tickers = new Map<number, ReturnType<typeof createTicker>>()
function tickerOf(everyMs: number) {
  const ticker = tickers.get(everyMs) ?? createTicker(everyMs)
  tickers.set(everyMs, ticker)
  return ticker
}

/** The server's clock in milliseconds since 1970, renewed every `everyMs`. */
export function useServerNow(everyMs = 60_000): number {
  const { session } = useSession()
  const { subscribe, now } = tickerOf(everyMs)
  return useSyncExternalStore(subscribe, now, now) + (session?.clockOffset ?? 0)
}

/** The deployment's settings and limits; the defaults, and Sydney's time, until they are known. */
export function useDeployment() {
  const { session } = useSession()
  return (
    session?.deployment ?? {
      ...defaultSettings,
      signUpRoles: [...defaultSettings.signUpRoles],
      timeZone: 'Australia/Sydney',
      maxUploadBytes: 100 * 1024 ** 2,
      supportEmail: '',
      provider: null,
      sms: false,
    }
  )
}
