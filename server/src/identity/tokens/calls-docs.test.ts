import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@deedbox/contract/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

/** The calls that section 7 of the specification lists, in its order. */
const section7 = [
  'POST /signup',
  ...['password', 'pkce', 'id_token', 'web3', 'refresh_token'].map(
    (type) => `POST /token grant_type=${type}`,
  ),
  ...['POST /otp', 'POST /verify', 'POST /resend', 'POST /recover', 'GET /user', 'PUT /user'],
  ...['GET /reauthenticate', 'POST /sso', 'GET /authorize', 'GET /user/identities/authorize'],
  ...['DELETE /user/identities/{id}', 'POST /factors', 'DELETE /factors/{id}'],
  ...['POST /factors/{id}/challenge', 'POST /factors/{id}/verify', 'GET /.well-known/jwks.json', 'logout'],
  'password reset: request with a redirect',
  "password reset: update of the user's password",
  'verifyOTP(email, code)',
  ...['user_id', 'email'].map((by) => `profiles: select by ${by}`),
  ...['select all', 'select by owner_id', 'select by an id list', 'insert'].map(
    (what) => `documents: ${what}`,
  ),
  'document_access: select all',
  'document_access: select by user_email with status active',
  'document_access: insert',
  'document_access: update status to revoked',
  'document_access: update expires_at and auto_revoke_date',
  'access_requests: select all',
  'access_requests: insert with status pending',
  'access_requests: update status, reviewed_by and reviewed_at',
  ...['select all', 'insert'].map((what) => `share_activity: ${what}`),
  'owner_contact_requests: insert',
  'owner_contact_requests: select by requester_email, newest first',
  'owner_contact_requests: select by id',
  'owner_contact_requests: update to claimed',
  'owner_contact_requests: update to fulfilled',
  'upload to {userId}/{timestamp}.{ext}',
  ...['auth-send-verification', 'auth-verify-otp', 'send-share-notification', 'send-owner-request'],
  'range of a SHA-1 prefix',
  ...['shareDocument', 'requestAccess', 'requestAccessExtension', 'revokeAccess', 'renewAccess'],
  ...['approveAccess', 'denyAccess', 'getDocument', 'getAccessibleDocuments'],
  ...['bulk revoke', 'bulk renew', 'audit export', 'profile save'],
]

/** The shared operations keep their names as operation ids (decisions, section 4). */
const named = section7.slice(section7.indexOf('shareDocument'), section7.indexOf('bulk revoke'))

const text = await readFile(join(import.meta.dirname, '../../../../docs/calls.md'), 'utf8')
const [calls = ''] = text.split('## Messages of section 8')
const rows = calls
  .split('\n')
  .filter((line) => /^\| (?!section 7|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, call = '', served = '', notes = '']) => ({ call, served, notes }))
const callsIn = (cell: string) =>
  Array.from(cell.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^`]*)`/g), ([, call = '']) => call)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
const routes = () => app.routes.map(({ method, url }) => `${method} ${url}`)

test('docs/calls.md has a row for each call of section 7, and no other', () => {
  expect(rows.map(({ call }) => call)).toEqual(section7)
})

test.each(rows)('$call is served', async ({ call, served, notes }) => {
  expect(callsIn(served).length).toBeGreaterThan(0)
  for (const one of [...callsIn(served), ...callsIn(notes)]) {
    const [method = '', path = ''] = one.split(' ')
    const url = path.replace(/:(\w+)/g, (_, name: string) =>
      name === 'file' ? 'documents-audit.csv' : randomUUID(),
    )
    const answer = await app.call(null, method, url, method === 'GET' || method === 'DELETE' ? undefined : {})
    // An address that no route serves answers exactly this.
    const missing = answer.statusCode === 404 && answer.json().error?.code === 'not-found'
    expect([one, missing, answer.statusCode === 405]).toEqual([one, false, false])
    expect(routes(), one).toContain(one)
  }
  if (named.includes(call)) {
    const [key = ''] = callsIn(served)
    expect(endpoints[key as keyof typeof endpoints].id).toBe(call)
  }
})
