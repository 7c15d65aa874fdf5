import type { SessionUser } from '@deedbox/contract/accounts.ts'
import type { Permission } from '@deedbox/contract/permissions.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Answer, call } from './api.ts'
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

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }) => {
    const session = stamped(await call('GET /api/session', { signal }))
    dropWhenChanged(session.user)
    return session
  },
  staleTime: 30_000,
})

/** The current session, or undefined while it loads for the first time. */
export function useSession() {
  const { data, error, refetch } = useQuery(sessionQuery)
  return { session: data, user: data?.user ?? null, error, retry: refetch }
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
  dropWhenChanged(user)
  const before = queryClient.getQueryData<Session>(sessionKey)
  if (before) queryClient.setQueryData<Session>(sessionKey, { ...before, user })
  else await refreshSession()
}

/** The server's clock in milliseconds since 1970, renewed every `everyMs`. */
export function useServerNow(everyMs = 60_000): number {
  const { session } = useSession()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now + (session?.clockOffset ?? 0)
}

/** The deployment's time zone, support address and limits; Sydney's until they are known. */
export function useDeployment() {
  const { session } = useSession()
  return (
    session?.deployment ?? {
      timeZone: 'Australia/Sydney',
      maxUploadBytes: 100 * 1024 ** 2,
      supportEmail: '',
      provider: null,
      sms: false,
    }
  )
}
