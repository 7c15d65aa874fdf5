import type { Here, SessionUser } from '@deedbox/contract/accounts.ts'
import { defaultSettings } from '@deedbox/contract/default-settings.ts'
import type { Permission } from '@deedbox/contract/permissions.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { type Answer, call } from './api.ts'
import { showDatesAs } from './format.ts'
import { holdSession, queryClient, refreshEverything, refreshSession, sessionKey } from './query.ts'
import { hearOtherTabs, tellOtherTabs } from './tabs.ts'
import { anythingUnsaved } from './unsaved.ts'

export type SessionAnswer = Answer<'GET /api/session'>

/**
 * `clockOffset`: milliseconds to add to this machine's clock to get the server's. `lost`: the session of `user` has ended
 * while something on the page was not stored yet; the page stays, covered, until they sign in again (of which `pending`
 * is the half) or leave it.
 */
type Session = SessionAnswer & { clockOffset: number; lost: boolean }

const known = () => queryClient.getQueryData<Session>(sessionKey)

const stamped = (answer: SessionAnswer): Session => ({
  ...answer,
  clockOffset: Date.parse(answer.now) - Date.now(),
  lost: false,
})

/** Who is here, as other tabs compare it: a person, or what somebody still lacks. */
const whoIs = ({ user, pending }: Pick<Session, 'user' | 'pending'>): string | null =>
  user?.id ?? (pending ? `${pending.lacks}:${pending.email}` : null)

/** One person's data must never be shown to the next: drops what was loaded for somebody else. */
function dropWhenChanged(user: SessionUser | null) {
  const before = known()?.user?.id
  if (before !== undefined && before !== user?.id)
    void queryClient.resetQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}

/** Takes over who is signed in now; other tabs follow. `onPurpose`: they signed in or out here. */
function follow(session: Session, onPurpose: boolean): Session {
  const before = known()
  const halfway = before?.lost && !session.user && session.pending?.email === before.user?.email
  if (before?.user && !session.user && (halfway || (!onPurpose && anythingUnsaved())))
    return { ...before, pending: session.pending, lost: true }
  dropWhenChanged(session.user)
  showDatesAs(session.user?.preferences.dates)
  const id = whoIs(session)
  if (before ? whoIs(before) !== id || before.lost : id) tellOtherTabs({ id, onPurpose })
  // What was asked for in between was refused.
  if (before?.lost && session.user && before.user?.id === session.user.id) void refreshEverything()
  return session
}

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }) => {
    const answer = await call('GET /api/session', { signal })
    return follow(stamped(answer), false)
  },
  staleTime: 30_000,
  // People who are not signed in are told of a maintenance notice too.
  refetchInterval: ({ state }) => (state.data && !state.data.user ? 60_000 : false),
})

/** Takes the session that was asked for before the application was loaded. */
export const startSession = (answer: SessionAnswer): void =>
  void queryClient.setQueryData<Session>(sessionKey, follow(stamped(answer), false))

/** Takes the person with it on all tabs: they signed out here. */
export const signedOutHere = (): void => tellOtherTabs({ id: null, onPurpose: true })

/** A session that begins or ends in one tab begins or ends in all. */
export const followOtherTabs = (): void =>
  hearOtherTabs(({ id, onPurpose }) => {
    const session = known()
    const now = session ? whoIs(session) : null
    if (!session || (now === id && !session.lost)) return
    // The same person, halfway: what they typed here is not lost.
    if (session.user && id?.endsWith(`:${session.user.email}`)) return void refreshSession()
    // Somebody signed out, or in as somebody else: nothing of the former person stays, not even for a moment.
    if (now !== null && now !== id && (onPurpose || id !== null)) {
      dropWhenChanged(null)
      queryClient.setQueryData<Session>(sessionKey, { ...session, user: null, pending: null, lost: false })
    }
    if (id !== null || !onPurpose) void refreshSession()
  })

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

/** Puts who is here after a step of signing in, or signing out, in the cached session, without another request. */
export async function arrive({ user, pending, enrolBefore }: Here): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionKey })
  holdSession(false)
  const before = known()
  if (!before) return refreshSession()
  const session = follow({ ...before, user, pending, enrolBefore, lost: false }, true)
  queryClient.setQueryData<Session>(sessionKey, session)
}

/** The same for a person who is signed in and has changed. */
export const becomeUser = (user: SessionUser): Promise<void> =>
  arrive({ user, pending: null, enrolBefore: known()?.enrolBefore ?? null })

/** Ends a session that is half a one: somebody else can then sign in. */
export async function startAnew(): Promise<void> {
  await call('DELETE /api/session')
  await arrive({ user: null, pending: null, enrolBefore: null })
}

/** Leaves a page whose session is lost, with what was typed on it. */
export const leaveLostPage = (): void => {
  dropWhenChanged(null)
  queryClient.setQueryData<Session>(
    sessionKey,
    (session) => session && { ...session, user: null, pending: null, lost: false },
  )
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
      passkeysAt: null,
      captcha: null,
    }
  )
}
