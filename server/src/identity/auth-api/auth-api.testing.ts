import { AuthClient } from '@supabase/auth-js'
import { startAccounts } from '../accounts/accounts.testing.ts'

export type AuthApi = Awaited<ReturnType<typeof startAuthApi>>

/** Starts a listening Deedbox, and the clients of Supabase Auth for it, unchanged. */
export async function startAuthApi(env: Record<string, string> = {}) {
  const the = await startAccounts(env, { listen: true })
  const url = `${the.app.running.address}/auth/v1`
  return {
    ...the,
    url,
    /** Returns a program of its own, with its own storage. */
    client: (more: { flowType?: 'pkce' } = {}) => new AuthClient({ url, autoRefreshToken: false, ...more }),
    /** Sends a request as any program sends it. */
    send: (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      fetch(`${the.app.running.address}${path}`, {
        method,
        redirect: 'manual',
        ...(body && { body: JSON.stringify(body) }),
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      }),
  }
}

export const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })

/** Fields that the tests read of answers that no client reads for them. */
type Body = {
  code?: string
  message?: string
  refresh_token?: string
  user?: { id: string }
  keys?: { kid: string; d?: string }[]
  saml_enabled?: boolean
}
export const bodyOf = async (answer: Response): Promise<Body> => (await answer.json()) as Body
