import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** Person as the provider describes them; `sub` is who they are to it. */
export type OpenIdPerson = {
  sub: string
  email: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

export const openIdClient = { clientId: 'deedbox', clientSecret: 'a secret of the provider' }

/**
 * Starts a real OpenID provider on this machine. Whoever comes is `people.next`; where that is null it shows a page to sign in on with one
 * of the emails in `people.known`.
 */
export async function startOpenId(redirectUris: () => string[]) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people: { next: OpenIdPerson | null; known: OpenIdPerson[] } = { next: null, known: [] }
  let provider: Provider | undefined

  const open = () => {
    provider ??= new Provider(issuer, {
      clients: [
        {
          client_id: openIdClient.clientId,
          client_secret: openIdClient.clientSecret,
          redirect_uris: redirectUris(),
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name'],
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['only for tests'] },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: async () => ({ ...people.known.find((known) => known.sub === sub), sub }),
      }),
      // The provider asks nobody whether Deedbox may know their name.
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    return provider
  }

  async function interaction(request: IncomingMessage, response: ServerResponse) {
    const email = request.method === 'POST' ? new URLSearchParams(await bodyOf(request)).get('email') : null
    const person = email ? people.known.find((known) => known.email === email) : people.next
    if (!person) return response.setHeader('content-type', 'text/html').end(page)
    if (!people.known.includes(person)) people.known.push(person)
    await open().interactionFinished(request, response, { login: { accountId: person.sub, remember: false } })
    return undefined
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) void interaction(request, response)
    else void open().callback()(request, response)
  })

  return {
    issuer,
    people,
    /** Goes there as a browser, signs in as this person, and returns the address that the provider sends back to. */
    async visit(address: string, as: OpenIdPerson): Promise<URL> {
      people.next = as
      const cookies = new Map<string, string>()
      let at = new URL(address)
      while (at.origin === issuer) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const set of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
          cookies.set(name, value)
        }
        const next = answer.headers.get('location')
        if (!next) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`)
        at = new URL(next, at)
      }
      people.next = null
      return at
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const page = `<!doctype html><html lang="en"><title>Harbour ID</title><h1>Harbour ID</h1>
<form method="post"><label>Work email <input name="email"></label> <button>Sign in</button></form></html>`

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}
