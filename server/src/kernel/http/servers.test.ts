import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { countFailure, lockedMinutes } from '../../identity/accounts/lockout.ts'
import { openSetup } from '../../identity/accounts/setup.ts'
import { newToken } from '../../identity/tokens/tokens.testing.ts'
import { listen } from '../../operations/live/live.testing.ts'
import { events, refusal, upload } from '../../sharing/grants/sample.testing.ts'
import type { Running } from '../../start.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSecond } from '../../testing/second.ts'
import { forgetRates } from './rates.ts'

/* Tests what servers of one deployment must know of each other; only PostgreSQL allows several. */
describe.skipIf(!inject('postgresUrl'))('two servers', () => {
  let first: TestApp
  let second: Running
  beforeAll(async () => {
    // 6 calls a minute for a token, and one for what 100 a minute may do.
    first = await startTestApp({}, { rateLimitFactor: 0.01, listen: true })
    second = await startSecond(first, {}, { rateLimitFactor: 0.01, listen: true })
  })
  afterAll(async () => {
    await second.stop()
    await first.stop()
  })

  const send = (
    on: Pick<Running, 'app'>,
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    headers: Record<string, string>,
    payload?: object,
  ) => on.app.inject({ method, url, headers: { host: 'localhost', ...headers }, ...(payload && { payload }) })
  const as = ({ cookie }: Person) => ({ cookie })

  test('count the calls of a token and of a network together', async () => {
    const person = await first.person('requestor')
    const { secret } = await newToken(first, person)
    const bearer = { authorization: `Bearer ${secret}` }
    const outcomes: number[] = []
    for (let n = 0; n < 8; n += 1)
      outcomes.push((await send(n % 2 ? first : second, 'GET', '/api/documents', bearer)).statusCode)
    expect(outcomes).toEqual([200, 200, 200, 200, 200, 200, 429, 429])

    const signIn = (on: Running) =>
      send(on, 'POST', '/api/session', {}, { email: 'nobody@example.com', password: 'x' })
    expect((await signIn(first)).statusCode).not.toBe(429)
    const refused = await signIn(second)
    expect(refusal(refused)).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
  })

  test('a count ends after a minute and is swept; made-up tokens leave none', async () => {
    const { query } = first.services.database
    const count = async () => (await query<{ n: number }>('select count(*) as n from rate_counts')).rows[0]?.n
    const before = await count()
    const madeUp = `deedbox_pat_${'x'.repeat(43)}`
    await send(first, 'GET', '/api/documents', { authorization: `Bearer ${madeUp}AAAAAA` })
    expect(await count()).toBe(before)
    await query("update rate_counts set ends_at = now() - interval '1 second'")
    await forgetRates(first.services.database)
    expect(await count()).toBe(0)
  })

  test('a session ended on one is over on the other', async () => {
    const person = await first.person('requestor')
    expect((await send(second, 'GET', '/api/documents', as(person))).statusCode).toBe(200)
    expect((await send(first, 'DELETE', '/api/session', as(person))).statusCode).toBe(200)
    expect((await send(second, 'GET', '/api/documents', as(person))).statusCode).toBe(401)
  })

  test('a download on one is cut off within a second of a revocation on the other, whose news it hears', async () => {
    const [trustee, reader] = [await first.person('trustee'), await first.person('requestor')]
    // The size is more than the buffers of a connection hold.
    const { id } = await upload(first, trustee, {}, Buffer.alloc(60_000_000, 'To my niece. '))
    const shared = await first.call(trustee, 'POST', `/api/documents/${id}/access`, { email: reader.email })
    const page = await listen(first.address, reader)
    const download = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${first.address}/api/documents/${id}/content`, { headers: as(reader) }, (response) => {
        response.once('data', () => resolve(response.pause()))
      }).on('error', reject)
    })
    const revoked = await send(second, 'POST', `/api/access/${shared.json().grant.id}/revoke`, as(trustee))
    expect(revoked.statusCode).toBe(200)
    const began = performance.now()
    await page.hears('access')
    await expect.poll(() => events(first, id)).toContain('document_download_stopped')
    expect(performance.now() - began).toBeLessThan(1_000)
    const whole = await new Promise((resolve) => {
      download.on('error', () => undefined)
      download.on('close', () => resolve(download.complete))
      download.resume()
    })
    expect(whole).toBe(false)
    await page.close()
  })

  test('failures to sign in count together', async () => {
    const attempt = { email: 'guessed@example.com', ip: '10.9.0.1' }
    const locked = ({ services }: Running) =>
      services.contexts.work((ctx) => lockedMinutes(ctx, attempt).then((minutes) => minutes > 0))
    for (let n = 0; n < 5; n += 1) {
      expect([await locked(first.running), await locked(second)]).toEqual([false, false])
      const { services } = n % 2 ? first : second
      await services.contexts.work((ctx) => countFailure(ctx, attempt, 'password'))
    }
    expect([await locked(first.running), await locked(second)]).toEqual([true, true])
  })

  test('both print the same set-up link', async () => {
    const path = async ({ services }: Running) => new URL((await openSetup(services)) ?? '').pathname
    expect(await path(second)).toBe(await path(first.running))
  })
})
