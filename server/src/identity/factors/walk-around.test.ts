import { randomUUID } from 'node:crypto'
import type { Endpoint, Lack } from '@deedbox/contract/endpoint.ts'
import { type EndpointKey, endpoints } from '@deedbox/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factors } from '../../db/tables/sign-in.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { codeOf } from '../accounts/accounts.testing.ts'
import { change } from './factors.testing.ts'

/*
 * The second factor cannot be walked around by any call: every route of the contract's table × what somebody lacks. A new
 * call that serves somebody with half a session has to be named here.
 */

const keys = Object.keys(endpoints) as EndpointKey[]
const entry = (key: EndpointKey): Endpoint => endpoints[key]

/** Calls for anyone, signed in or not: to them a person with half a session is nobody. */
const open: EndpointKey[] = [
  'GET /api/session',
  'POST /api/session',
  'DELETE /api/session',
  'POST /api/session/passkey/options',
  'POST /api/session/passkey',
  'POST /api/session/phone',
  'POST /api/session/phone/code',
  'POST /api/sign-in/way',
  'POST /api/functions/auth-send-verification',
  'POST /api/functions/auth-verify-otp',
  'POST /api/password/forgot',
  'POST /api/password/reset',
  'POST /api/password/reset/check',
  'GET /api/password/breaches/:prefix',
  'GET /api/setup/:token',
  'POST /api/setup/:token',
  'GET /api/invitations/:invitationId',
  'GET /api/contact/token',
  'POST /api/contact',
  'GET /api/inspections/form',
  'POST /api/inspections',
  'GET /api/inspection-evidence/:token',
  'POST /api/inspection-evidence/:token',
  'POST /api/check',
  // Calls of the authentication API that need no session; their answers to half a session are tested with it.
  'POST /auth/v1/signup',
  'POST /auth/v1/otp',
  'POST /auth/v1/verify',
  'POST /auth/v1/resend',
  'POST /auth/v1/recover',
  'POST /auth/v1/token',
  'GET /auth/v1/user',
  'POST /auth/v1/logout',
  'GET /auth/v1/.well-known/jwks.json',
  'GET /auth/v1/settings',
  'GET /auth/v1/authorize',
  'GET /auth/v1/callback',
  'POST /auth/v1/sso',
  'GET /auth/v1/health',
  'GET /.well-known/deedbox-log',
  'GET /api/mail-reports/:token',
  'POST /api/mail-reports/:token',
]

/** Calls that serve somebody in spite of what they lack. */
const despite: Record<Lack, EndpointKey[]> = {
  factor: [
    'DELETE /api/session',
    'POST /api/session/factor',
    'POST /api/session/factor/phone',
    'POST /api/session/passkey/options',
    'POST /api/session/passkey',
    'GET /auth/v1/user',
    'POST /auth/v1/logout',
    'POST /auth/v1/factors/:factorId/challenge',
    'POST /auth/v1/factors/:factorId/verify',
  ],
  enrolment: [
    'DELETE /api/session',
    'GET /api/factors',
    'POST /api/factors/passkeys/options',
    'POST /api/factors/passkeys',
    'GET /api/session/proof',
    'POST /api/session/proof',
    'POST /api/session/proof/code',
    'POST /api/factors/totp',
    'POST /api/factors/totp/:factorId/verify',
    'GET /auth/v1/user',
    'POST /auth/v1/logout',
    'POST /auth/v1/factors',
    'POST /auth/v1/factors/:factorId/challenge',
    'POST /auth/v1/factors/:factorId/verify',
  ],
}

let app: TestApp
let whole: Person
let lacking: Record<Lack, Person>

beforeAll(async () => {
  app = await startTestApp()
  const lacksFactor = await app.person('trustee')
  // Everybody but the one who lacks one has no need of a factor.
  whole = await app.person('b2b_admin')
  lacking = { factor: lacksFactor, enrolment: await app.person('admin') }
  const now = new Date()
  await app.services.database.db
    .insert(factors)
    .values({ userId: lacksFactor.id, kind: 'totp', createdAt: now, verifiedAt: now })
  await change(app, { secondFactorRoles: ['admin'], secondFactorGraceDays: 0 })
})
afterAll(() => app.stop())

const send = (as: Person | null, key: EndpointKey) => {
  const [method = '', pattern = ''] = key.split(' ')
  const values: Record<string, string> = {
    page: '1',
    prefix: '00000',
    file: 'documents-audit.csv',
  }
  const url = pattern.replace(/:(\w+)/g, (_, name: string) => values[name] ?? randomUUID())
  const file = { payload: 'a', headers: { 'content-type': 'text/plain' } }
  return entry(key).takesFile ? app.call(as, method, url, undefined, file) : app.call(as, method, url)
}

test('the calls that need no person, and those that serve one in spite of what they lack, are exactly these', () => {
  expect(keys.filter((key) => entry(key).who === 'public').sort()).toEqual([...open].sort())
  for (const lack of ['factor', 'enrolment'] as const)
    expect(keys.filter((key) => entry(key).despite?.includes(lack)).sort()).toEqual([...despite[lack]].sort())
})

describe.each([
  ['factor', 401],
  ['enrolment', 403],
] as const)('somebody who lacks: %s', (lack, status) => {
  test.each(keys.filter((key) => !open.includes(key) && !despite[lack].includes(key)))(
    '%s refuses them',
    async (key) => {
      const answer = await send(lacking[lack], key)
      // The errors of the authentication API have another form.
      if (key.includes(' /auth/v1/')) expect(answer.statusCode).toBe(status)
      else expect([answer.statusCode, codeOf(answer)]).toEqual([status, `${lack}-needed`])
    },
  )

  test.each(
    open.filter(
      (key) =>
        key.startsWith('GET /api') &&
        !['GET /api/session', 'GET /api/contact/token', 'GET /api/inspections/form'].includes(key),
    ),
  )('%s tells them what it tells a stranger', async (key) => {
    const withoutId = (body: string) => body.replace(/"requestId":"[^"]*"/, '')
    const [theirs, strangers] = [await send(lacking[lack], key), await send(null, key)]
    expect(withoutId(theirs.body)).toBe(withoutId(strangers.body))
  })

  test('the session says only what they lack, and their pages are those of a stranger', async () => {
    const session = (await app.call(lacking[lack], 'GET', '/api/session')).json()
    expect(session).toMatchObject({ user: null, enrolBefore: null })
    expect(session.pending).toEqual({
      email: lacking[lack].email,
      lacks: lack,
      factorKinds: lack === 'factor' ? ['totp'] : [],
    })
    for (const path of ['/', '/security', '/api/health', '/metrics'])
      expect((await app.call(lacking[lack], 'GET', path)).body.includes(lacking[lack].email)).toBe(false)
  })
})

test('signing out serves them, and those who lack nothing are served as ever', async () => {
  expect((await app.call(whole, 'GET', '/api/documents')).statusCode).toBe(200)
  for (const person of Object.values(lacking)) {
    const extra = await app.signIn(person.id, person.email)
    expect((await app.call(extra, 'DELETE', '/api/session')).statusCode).toBe(200)
    expect((await app.call(extra, 'GET', '/api/session')).json().pending).toBeNull()
  }
})
