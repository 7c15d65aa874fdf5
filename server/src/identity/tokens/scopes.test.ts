import { randomUUID } from 'node:crypto'
import { authErrorOf } from '@deedbox/contract/auth-errors.ts'
import { type Endpoint, tokenScopes } from '@deedbox/contract/endpoint.ts'
import { type EndpointKey, endpoints } from '@deedbox/contract/endpoints.ts'
import { type ErrorCode, errors } from '@deedbox/contract/refusals.ts'
import type { LightMyRequestResponse as Answered } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { callWith, newToken } from './tokens.testing.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
})
afterAll(() => app.stop())

const table = Object.entries(endpoints) as [EndpointKey, Endpoint][]

/** Status and code of a refusal; the authentication API has its own form. */
const refusal = (endpoint: Endpoint, code: ErrorCode) => {
  const ours = { code, status: errors[code].status }
  const { status, code: named } = endpoint.errors === 'auth' ? authErrorOf(code) : ours
  return [status, named]
}
/** Returns what a call answered, in the same form. */
const answered = ({ statusCode, body }: Answered) => {
  const { error, code } = body.startsWith('{') ? JSON.parse(body) : {}
  return [statusCode, error?.code ?? code]
}

function send(secret: string, key: EndpointKey) {
  const [method = '', pattern = ''] = key.split(' ')
  const values: Record<string, string> = { page: '1', prefix: '00000', file: 'documents-audit.csv' }
  const url = pattern.replace(/:(\w+)/g, (_, name: string) => values[name] ?? randomUUID())
  return callWith(app, secret, method, url, method === 'POST' || method === 'PUT' ? {} : undefined)
}

test.each(tokenScopes)('a token for “%s” makes the calls marked with it, and no other', async (scope) => {
  const { secret } = await newToken(app, admin, [scope])
  for (const [key, endpoint] of table) {
    const answer = await send(secret, key)
    const missing = refusal(endpoint, 'scope-missing')
    if (endpoint.scope !== scope) {
      expect([key, ...answered(answer)]).toEqual([key, ...missing])
      expect(answer.headers['www-authenticate']).toContain('insufficient_scope')
    } else {
      expect([key, ...answered(answer)]).not.toEqual([key, ...missing])
      expect([key, answer.statusCode]).not.toEqual([key, 401])
    }
  }
})

test('no scope opens people, settings, ways to sign in, deletion, exports or anything that always wants a fresh proof', () => {
  // Uploads that such a call discards were never a document.
  const opened = table.filter(([key, { scope }]) => scope && key !== 'DELETE /api/uploads/:uploadId')
  expect(opened.length).toBeGreaterThan(15)
  for (const [key, { needsProof }] of opened) {
    expect(needsProof, key).not.toBe(true)
    expect(key).not.toMatch(/^DELETE|users|settings|factors|tokens|password|providers|bulk|export|audit/)
    expect(key).not.toMatch(/^(POST|PUT) \/api\/(session|profile|preferences)/)
  }
})

test('a token that is wrong is refused wherever a person is needed, and names no way around', async () => {
  const { id, secret } = await newToken(app, admin)
  await app.call(admin, 'DELETE', `/api/tokens/${id}`)
  const last = secret.endsWith('A') ? 'B' : 'A'
  // Public calls of the authentication API look at the token themselves.
  const tried = table.filter(([, { who, errors }]) => who !== 'public' || !errors)
  for (const [key, endpoint] of tried) {
    const answer = await send(secret, key)
    const invalid = refusal(endpoint, 'token-invalid')
    if (endpoint.who === 'public') {
      expect([key, ...answered(answer)]).not.toEqual([key, ...invalid])
    } else {
      expect([key, ...answered(answer)]).toEqual([key, ...invalid])
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="Deedbox", error="invalid_token"')
    }
  }
  for (const wrong of [
    `${secret.slice(0, -1)}${last}`,
    secret.slice(0, -6),
    'x',
    'deedbox_pat_',
    admin.cookie,
  ]) {
    const answer = await callWith(app, wrong, 'GET', '/api/documents')
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'token-invalid'])
  }
})

test('to a public call a wrong token is nobody', async () => {
  const answer = await callWith(app, 'deedbox_pat_wrong', 'GET', '/api/session')
  expect([answer.statusCode, answer.json().user]).toEqual([200, null])
})
