import { randomUUID } from 'node:crypto'
import { type Endpoint, tokenScopes } from '@deedbox/contract/endpoint.ts'
import { type EndpointKey, endpoints } from '@deedbox/contract/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'
import { callWith, newToken } from './tokens.testing.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
})
afterAll(() => app.stop())

const table = Object.entries(endpoints) as [EndpointKey, Endpoint][]

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
    const code = answer.json().error?.code
    if (endpoint.scope !== scope) {
      expect([key, answer.statusCode, code]).toEqual([key, 403, 'scope-missing'])
      expect(answer.headers['www-authenticate']).toContain('insufficient_scope')
    } else {
      expect([key, code]).not.toEqual([key, 'scope-missing'])
      expect([key, answer.statusCode]).not.toEqual([key, 401])
    }
  }
})

test('no scope opens people, settings, ways to sign in, deletion, exports or anything that wants a fresh proof', () => {
  const opened = table.filter(([, { scope }]) => scope)
  expect(opened.length).toBeGreaterThan(15)
  for (const [key, { needsProof }] of opened) {
    expect(needsProof, key).toBeUndefined()
    expect(key).not.toMatch(/^DELETE|users|settings|factors|tokens|password|providers|bulk|export|audit/)
    expect(key).not.toMatch(/^(POST|PUT) \/api\/(session|profile|preferences)/)
  }
})

test('a token that is wrong is refused wherever a person is needed, and names no way around', async () => {
  const { id, secret } = await newToken(app, admin)
  await app.call(admin, 'DELETE', `/api/tokens/${id}`)
  const last = secret.endsWith('A') ? 'B' : 'A'
  for (const [key, { who }] of table.filter(([key]) => key !== 'GET /api/live')) {
    const answer = await send(secret, key)
    if (who === 'public') {
      expect([key, answer.json().error?.code]).not.toEqual([key, 'token-invalid'])
    } else {
      expect([key, answer.statusCode, answer.json().error?.code]).toEqual([key, 401, 'token-invalid'])
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
