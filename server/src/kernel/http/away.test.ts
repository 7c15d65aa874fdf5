import { randomUUID } from 'node:crypto'
import { authErrorOf } from '@deedbox/contract/auth-errors.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { endpoints } from '@deedbox/contract/endpoints.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'

// PostgreSQL is one of the test's own, which can be stopped without harm to other tests; on PGlite the database is closed.
const onPostgres = inject('postgresUrl') !== ''
let postgres: TestPostgres | null = null
let smtp: TestSmtp
let app: TestApp
let trustee: Person
let guest: Person
let documentId = ''

beforeAll(async () => {
  smtp = await startSmtp()
  if (onPostgres) postgres = await startPostgres()
  const url = await postgres?.createDatabase()
  app = await startTestApp({ SMTP_URL: smtp.url, ...(url && { DATABASE_URL: url }) })
  trustee = await app.person('trustee')
  guest = await app.person('guest')
  documentId = (await upload(app, trustee)).id
})
afterAll(async () => {
  await postgres?.resume()
  // The embedded database was closed by its test.
  await app.stop().catch((error: Error) => expect(error.message).toBe('PGlite is closed'))
  await postgres?.stop()
  await smtp.stop()
})

/** Stops the database while `during` runs. */
async function without(during: () => Promise<void>) {
  await postgres?.pause()
  try {
    await during()
  } finally {
    await postgres?.resume()
  }
}

const expectAway = (answer: Response, what: string) => {
  const { error, ...forClients } = answer.json()
  const code = what.includes(' /auth/v1/') ? authErrorOf('unavailable').code : 'unavailable'
  expect([answer.statusCode, (error ?? forClients).code], what).toEqual([503, code])
  expect(answer.headers['retry-after'], what).toBe('5')
  expect((error ?? forClients).message).toBe(errors.unavailable.message)
}

/** Commits while its mail is delayed, and answers once the database is unreachable. */
async function answeredWithout(change: () => Promise<Response>): Promise<Response> {
  await app.services.jobs.runDue()
  const slow = smtp.hold()
  const answering = change()
  // A refusal sends no mail.
  await Promise.race([slow.held, answering])
  let answer: Response | undefined
  await without(async () => {
    slow.release()
    answer = await answering
  })
  if (!answer) throw new Error('no answer')
  return answer
}

test.runIf(onPostgres)(
  'what was committed is never answered as failed because the database went away while it waited for its mail',
  async () => {
    const post = (as: Person, url: string, body: object) => app.call(as, 'POST', url, body)
    const ask = async () => {
      const body = { documentName: `A note ${randomUUID()}`, documentId, clientEmail: 'client@example.com' }
      const asker = await app.person('requestor')
      return (await post(asker, '/api/requests', body)).json().request.id as string
    }
    const askOwner = { ownerEmail: trustee.email, message: 'Please.' }
    const requester = await app.person('requestor')
    const ownerRequest = (await post(requester, '/api/owner-requests', askOwner)).json().request.id
    await post(trustee, `/api/owner-requests/${ownerRequest}/claim`, {})
    const admin = await app.person('admin')
    const [first, second] = [await ask(), await ask()]
    const changes = {
      share: () => post(trustee, `/api/documents/${documentId}/access`, { email: guest.email }),
      approve: () => post(trustee, `/api/requests/${first}/approve`, { documentId }),
      deny: () => post(trustee, `/api/requests/${second}/deny`, {}),
      'ask an owner': () => post(requester, '/api/owner-requests', askOwner),
      'share for an owner request': () =>
        post(trustee, `/api/owner-requests/${ownerRequest}/share`, { documentIds: [documentId] }),
      invite: () =>
        post(admin, '/api/invitations', {
          email: 'new@example.com',
          firstName: 'New',
          lastName: 'Guest',
          role: 'guest',
          expiresOn: '2031-01-01',
        }),
    }
    for (const [what, change] of Object.entries(changes)) {
      const answer = await answeredWithout(change)
      expect(answer.statusCode, `${what}: ${answer.body}`).toBeLessThan(300)
      expect(answer.json().emailSent, what).toBe(false)
    }
    expect((await app.call(guest, 'GET', `/api/documents/${documentId}`)).statusCode).toBe(200)
  },
)

test('while the database is unreachable, every call that needs it is answered with 503 and Retry-After', async () => {
  // A token of the authentication API, for its calls.
  expect((await app.call(trustee, 'GET', '/auth/v1/user')).statusCode).toBe(200)
  if (onPostgres) await postgres?.pause()
  else await app.services.database.close()
  const ids: Record<string, string> = {
    token: 'x'.repeat(32),
    page: '1',
    file: 'documents-audit.csv',
    prefix: '00000',
  }
  for (const [key, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const [method = '', pattern = ''] = key.split(' ')
    const url = pattern.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? randomUUID())
    if (endpoint.who !== 'public') expectAway(await app.call(trustee, method, url), key)
  }
  const person = { email: 'someone@example.com', firstName: 'Some', lastName: 'One' }
  const password = 'Correct-Horse-9'
  for (const [url, body] of [
    ['/api/session', { email: person.email, password }],
    ['/api/functions/auth-send-verification', person],
    ['/api/functions/auth-verify-otp', { ...person, code: '000000', password }],
    ['/api/password/forgot', { email: person.email }],
    ['/api/password/reset', { token: 'x'.repeat(32), password }],
    [`/api/setup/${'x'.repeat(32)}`, { ...person, password }],
  ] as const)
    expectAway(await app.call(null, 'POST', url, body), url)

  const health = await app.call(null, 'GET', '/api/health')
  expect([health.statusCode, health.json()]).toEqual([
    503,
    expect.objectContaining({ status: 'unavailable', database: 'failed', storage: 'ok' }),
  ])
  await postgres?.resume()
  if (onPostgres) expect((await app.call(trustee, 'GET', '/api/documents')).statusCode).toBe(200)
})

test('health answers within five seconds although a part hangs', async () => {
  const { storage } = app.services
  const check = vi.spyOn(storage, 'check').mockReturnValue(new Promise(() => {}))
  const began = performance.now()
  const answers = await Promise.all([1, 2].map(() => app.call(null, 'GET', '/api/health')))
  expect(performance.now() - began).toBeLessThan(5_000)
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json().storage).toBe('failed')
  }
  expect(check).toHaveBeenCalledTimes(1)
})
