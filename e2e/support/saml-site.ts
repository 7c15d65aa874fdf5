import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { samlTestProvider } from '../../server/src/testing/saml-provider.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return new URLSearchParams(body)
}

/**
 * Starts a SAML identity provider with pages, like a firm's: it asks for an email and posts its answer to Deedbox. Its host is `localhost`, which
 * browsers treat as a different site from the stories' Deedbox.
 */
export async function startSamlSite() {
  const server = createServer(async (request, response) => {
    const page = (body: string) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><html lang="en"><title>Firm</title>${body}</html>`)
    if (request.url === '/metadata') return response.end(provider.metadata)
    if (request.method === 'GET')
      return page(
        `<form method="post"><label>Work email <input name="email"></label><button>Sign in</button></form>`,
      )
    const asked = await provider.read(`${origin}${request.url}`)
    const subject = (await formOf(request)).get('email') ?? ''
    const attributes = { givenName: 'Ida', surname: 'Idle' }
    const answer = await provider.answer({ ...asked, now: new Date() }, { subject, attributes, ...next })
    return page(
      `<form method="post" action="${escaped(asked.acsUrl)}"><input type="hidden" name="SAMLResponse" value="${answer}"></form><script>document.forms[0].submit()</script>`,
    )
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = await samlTestProvider(origin)
  let next: Parameters<typeof provider.answer>[1] = {}
  return {
    origin,
    keys: provider.keys,
    metadata: provider.metadata,
    /** Changes what the next answers say. */
    say: (otherwise: typeof next) => {
      next = otherwise
    },
    stop: () => server.close(),
  }
}
