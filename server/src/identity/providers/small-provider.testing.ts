import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from '@deedbox/contract/limits.ts'

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const { publicKey, privateKey } = pair()
/** A key that the provider does not publish. */
export const strangersKey = pair().privateKey

const usual = {
  /** Claims about the person who signs in next. */
  claims: {} as Record<string, unknown>,
  /** Further fields of its own description. */
  description: {} as object,
  key: privateKey,
  algorithm: 'RS256' as 'RS256' | 'HS256' | 'none',
  /** Nonce to send instead of the one that it was asked with. */
  nonce: undefined as string | undefined,
  /** The path whose answers are longer than Deedbox reads. */
  longAt: '',
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Starts an OpenID provider that does wrong on demand: discovery, keys, and a token endpoint that insists on the secret and on PKCE. */
export async function startSmallProvider() {
  const codes = new Map<string, { nonce: string; challenge: string }>()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const small = {
    ...usual,
    port,
    issuer: `http://127.0.0.1:${port}`,
    behave: (ways: Partial<typeof usual>) => Object.assign(small, usual, ways),
    /** Makes a code for somebody whom it was asked about in this way. */
    codeFor(asked: Record<string, string>): string {
      const code = randomUUID()
      codes.set(code, { nonce: asked.nonce ?? '', challenge: asked.code_challenge ?? '' })
      return code
    },
    idToken(asked: string): string {
      const { issuer: iss, nonce = asked, algorithm: alg } = small
      const now = Math.floor(Date.now() / 1_000)
      const content = { iss, aud: 'deedbox', iat: now, exp: now + 300, nonce, ...small.claims }
      const body = `${part({ alg, kid: 'one' })}.${part(content)}`
      if (alg === 'none') return `${body}.`
      const signature =
        alg === 'HS256'
          ? createHmac('sha256', 'secret').update(body).digest('base64url')
          : createSign('RSA-SHA256').update(body).sign(small.key, 'base64url')
      return `${body}.${signature}`
    },
    stop: () => server.close(),
  }

  server.on('request', async (request, response) => {
    const { issuer } = small
    const padding = request.url === small.longAt ? ' '.repeat(limits.providers.answerBytes) : ''
    const send = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value) + padding)
    if (request.url === '/.well-known/openid-configuration')
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        ...small.description,
      })
    if (request.url === '/keys')
      return send(200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      })
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const form = new URLSearchParams(body)
    const code = form.get('code') ?? ''
    const granted = codes.get(code)
    const verifier = Buffer.from(form.get('code_verifier') ?? '')
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', verifier)).toString('base64url')
    if (granted?.challenge !== digest || form.get('client_secret') !== 'secret')
      return send(400, { error: 'invalid_grant' })
    codes.delete(code)
    const id_token = small.idToken(granted.nonce)
    return send(200, { access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token })
  })
  return small
}
