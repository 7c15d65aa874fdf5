import type { LightMyRequestResponse as Response } from 'fastify'
import { expect } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { type Person, startTestApp } from '../../testing/app.ts'
import { type OpenIdPerson, openIdClient, startOpenId } from '../../testing/openid.ts'

/** Returns the cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = (answer: Response): string =>
  [answer.headers['set-cookie']]
    .flat()
    .flatMap((cookie) => (cookie ? [String(cookie).split(';')[0]] : []))
    .join('; ')

/** Starts a Deedbox and a real OpenID provider, which it reaches because both are on this machine. */
export async function startProviders() {
  const openId = await startOpenId(() => [`${app.services.place().publicUrl}/api/oauth/callback`])
  const app = await startTestApp()
  const { db } = app.services.database
  const admin = await app.person('admin')
  const { issuer } = openId
  const details = { name: 'Harbour ID', issuer, ...openIdClient, defaultRole: 'requestor' }

  async function must(as: Person, method: string, url: string, body?: object) {
    const answer = await app.call(as, method, url, body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }

  async function organization(name: string): Promise<string> {
    const id = crypto.randomUUID()
    await db.insert(organizations).values({ id, name, createdAt: new Date() })
    return id
  }

  /** Adds a provider that an administrator added, with a domain. */
  async function provider(organizationId: string | null, domain: string | null, more: object = {}) {
    const body = { ...details, organizationId, kind: 'oidc', ...more }
    const { id } = (await must(admin, 'POST', '/api/providers', body)).provider as { id: string }
    if (domain) await must(admin, 'POST', `/api/providers/${id}/domains`, { domain })
    return id
  }

  /** Leaves for a provider; returns its address, and the cookies that the browser then has. */
  async function leave(query: string) {
    const answer = await app.call(null, 'GET', `/api/oauth/start?${query}`)
    return { address: String(answer.headers.location), cookie: cookiesOf(answer) }
  }

  /** Comes back to Deedbox from a provider. */
  async function arrive(back: URL, cookie: string) {
    const answer = await app.call(null, 'GET', back.pathname + back.search, undefined, {
      headers: { cookie },
    })
    const session = { id: '', email: '', cookie: cookiesOf(answer) }
    const here = (await app.call(session, 'GET', '/api/session')).json()
    return { to: String(answer.headers.location), user: here.user, session }
  }

  /** Takes the whole way of a browser through a provider. */
  async function signIn(providerId: string, as: OpenIdPerson, returnTo = '/documents') {
    const { address, cookie } = await leave(`provider=${providerId}&returnTo=${encodeURIComponent(returnTo)}`)
    return arrive(await openId.visit(address, as), cookie)
  }

  return {
    app,
    openId,
    admin,
    details,
    must,
    organization,
    provider,
    leave,
    arrive,
    signIn,
    async stop() {
      await app.stop()
      openId.stop()
    },
  }
}
