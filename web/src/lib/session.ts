import type { Here, SessionUser } from '@deedbox/contract/accounts.ts'
import { defaultSettings } from '@deedbox/contract/default-settings.ts'
import type { Permission } from '@deedbox/contract/permissions.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { type Answer, call, whileRenewed } from './api.ts'
import { showDatesAs } from './format.ts'
import { holdSession, queryClient, refreshEverything, refreshSession, sessionKey } from './query.ts'
import { hearServer } from './server-clock.ts'
import { hearOtherTabs, tellOtherTabs } from './tabs.ts'
import { tickerOf } from './ticker.ts'
import { anythingUnsaved } from './unsaved.ts'

export type SessionAnswer = Answer<'GET /api/session'>

/**
 * State of the session. `lost`: the session of `user` has ended while something on the page was unstored; the page stays, covered, until they sign in again (`pending` is halfway) or leave it.
 */
type Session = SessionAnswer & { lost: boolean }

const known = () => queryClient.getQueryData<Session>(sessionKey)

const held = (answer: SessionAnswer): Session => ({ ...answer, lost: false })

/** Identifies the person, or the part that somebody still lacks, for other tabs to compare. */
const whoIs = ({ user, pending }: Pick<Session, 'user' | 'pending'>): string | null =>
  user?.id ?? (pending ? `${pending.lacks}:${pending.email}` : null)

/** Drops data that was loaded for somebody else, as one person's data must never be shown to the next. */
function dropWhenChanged(user: SessionUser | null) {
  const before = known()?.user?.id
  if (before !== undefined && before !== user?.id)
    void queryClient.resetQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}

/** Takes over the person who is signed in now; other tabs follow. `onPurpose`: they signed in or out here. */
function follow(session: Session, onPurpose: boolean): Session {
  const before = known()
  const halfway = before?.lost && !session.user && session.pending?.email === before.user?.email
  if (before?.user && !session.user && (halfway || (!onPurpose && anythingUnsaved())))
    return { ...before, pending: session.pending, lost: true }
  dropWhenChanged(session.user)
  showDatesAs(session.user?.preferences.dates)
  const id = whoIs(session)
  if (before ? whoIs(before) !== id || before.lost : id) tellOtherTabs({ id, onPurpose })
  // Refresh everything, because calls in between were refused.
  if (before?.lost && session.user && before.user?.id === session.user.id) void refreshEverything()
  return session
}

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }) => {
    let answer = await call('GET /api/session', { signal })
    // Answer that names nobody may be for the cookie of a session that was renewed after this call was sent.
    if (known()?.user && !answer.user && !answer.pending) {
      await whileRenewed()
      answer = await call('GET /api/session', { signal })
    }
    return follow(held(answer), false)
  },
  staleTime: 30_000,
  // Milliseconds between fetches, so that people who are not signed in see a maintenance notice too.
  refetchInterval: ({ state }) => (state.data && !state.data.user ? 60_000 : false),
})

/** Resolves when the server has said who is looking, or has failed to; the page then tries again and says so. */
export const sessionAnswered = (): Promise<void> =>
  queryClient.prefetchQuery({ ...sessionQuery, retry: false })

/** Takes the session that was fetched before the application was loaded. */
export function startSession(answer: SessionAnswer): void {
  hearServer(answer.now, Date.now())
  queryClient.setQueryData<Session>(sessionKey, follow(held(answer), false))
}

/** Tells all tabs that the person signed out here. */
export const signedOutHere = (): void => tellOtherTabs({ id: null, onPurpose: true })

/** Makes a session that begins or ends in one tab begin or end in all. */
export const followOtherTabs = (): void =>
  hearOtherTabs(({ id, onPurpose }) => {
    const session = known()
    const now = session ? whoIs(session) : null
    if (!session || (now === id && !session.lost)) return
    // Keep typed text, as the same person is halfway through signing in.
    if (session.user && id?.endsWith(`:${session.user.email}`)) return void refreshSession()
    // Clear the screen at once when somebody signed out, or in as somebody else.
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

/** Reads the session once for all parts below, as each cell of a long list needs it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery)
  const value = useMemo(
    () => ({ session: data, user: data?.user ?? null, error, retry: refetch }),
    [data, error, refetch],
  )
  return createElement(SessionContext, { value }, children)
}

/** Returns the current session, or undefined while it loads for the first time. */
export function useSession(): SessionState {
  const state = use(SessionContext)
  if (!state) throw new Error('There is no SessionProvider above')
  return state
}

/** Returns the person signed in; it works below `RequireUser` only. */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('This part of the page needs a signed-in person')
  return user
}

/** Tells whether a person holds one of these permissions. It shows or hides only; the server decides. */
export const holds = (user: SessionUser, ...anyOf: Permission[]): boolean =>
  anyOf.some((permission) => user.permissions.includes(permission))

/** Tells whether a person keeps matters, as the server does (`policy/matters.ts`). */
export const keepsMatters = ({ role, confirmed }: SessionUser): boolean =>
  role === 'admin' || (role === 'trustee' && confirmed)

/** Stores the result of a step of signing in, or of signing out, in the cached session, without another request. */
export async function arrive({ user, pending, enrolBefore }: Here): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionKey })
  holdSession(false)
  const before = known()
  if (!before) return refreshSession()
  const session = follow({ ...before, user, pending, enrolBefore, lost: false }, true)
  queryClient.setQueryData<Session>(sessionKey, session)
}

/** Does the same for a person who is signed in and has changed. */
export const becomeUser = (user: SessionUser): Promise<void> =>
  arrive({ user, pending: null, enrolBefore: known()?.enrolBefore ?? null })

/** Ends a session that is halfway through signing in, so that somebody else can sign in. */
export async function startAnew(): Promise<void> {
  await call('DELETE /api/session')
  await arrive({ user: null, pending: null, enrolBefore: null })
}

/** Leaves a page whose session is lost, and drops the text typed on it. */
export const leaveLostPage = (): void => {
  dropWhenChanged(null)
  queryClient.setQueryData<Session>(
    sessionKey,
    (session) => session && { ...session, user: null, pending: null, lost: false },
  )
}

/** Returns the server's clock in milliseconds since 1970, renewed every `everyMs`. */
export function useServerNow(everyMs = 60_000): number {
  const { subscribe, now } = tickerOf(everyMs)
  return useSyncExternalStore(subscribe, now, now)
}

/** Returns the deployment's settings and limits; the defaults, and Sydney's time, until they are known. */
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
