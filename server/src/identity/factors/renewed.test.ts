import { type EndpointKey, endpoints } from '@deedbox/contract/endpoints.ts'
import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authAccounts } from '../../db/tables/accounts.ts'
import type { Person } from '../../testing/app.ts'
import { shownCode } from '../../testing/totp.ts'
import {
  type Accounts,
  codeFor,
  codeOf,
  cookieOf,
  goodPassword,
  startAccounts,
} from '../accounts/accounts.testing.ts'
import { withFactors } from './factors.testing.ts'

/* Tests that after each proof of who somebody is, their session has a new token, and the former one is nobody's (ASVS 5.0, 7.2.4). */

let the: Accounts
let factors: ReturnType<typeof withFactors>
beforeAll(async () => {
  the = await startAccounts({}, { listen: true })
  factors = withFactors(the)
})
afterAll(() => the.stop())

async function signedIn(email: string): Promise<Person> {
  const person = await the.newcomer(email, 'trustee')
  return { ...person, cookie: cookieOf(await the.signIn(email)) }
}
const status = async (as: Person) => (await the.app.call(as, 'GET', '/api/documents')).statusCode

/** Runs a call that takes a proof; the session goes on with another cookie, and who has only the former one is nobody. */
async function renews(person: Person, run: () => Promise<{ statusCode: number; body: string }>) {
  const before = { ...person }
  const answer = await run()
  expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body])
  expect(person.cookie).not.toBe(before.cookie)
  expect([await status(before), await status(person)]).toEqual([401, 200])
}

test('the calls that renew a session are those that take a proof', () => {
  const keys = Object.keys(endpoints) as EndpointKey[]
  expect(keys.filter((key) => 'renews' in endpoints[key])).toEqual([
    'POST /api/session/proof',
    'POST /api/session/passkey',
    'POST /api/factors/passkeys',
    'POST /api/session/factor',
    'POST /api/factors/totp/:factorId/verify',
    'POST /auth/v1/factors/:factorId/verify',
  ])
})

test('half a session that was planted in a browser stays half when its person passes the factor', async () => {
  const person = await signedIn('planted@firm.example')
  let secret = ''
  await renews(person, async () => {
    const begun = (await the.app.call(person, 'POST', '/api/factors/totp', { name: 'Phone' })).json()
    secret = begun.secret
    return the.app.call(person, 'POST', `/api/factors/totp/${begun.factorId}/verify`, {
      code: factors.nextCode(secret),
    })
  })
  const { half } = await factors.firstStep(person)
  expect(await status(half)).toBe(401)
  await renews(half, () => factors.pass(half, factors.nextCode(secret)))
  await renews(half, () =>
    the.app.call(half, 'POST', '/api/session/proof', { code: factors.nextCode(secret) }),
  )
})

test('a password, a mailed code: each proof renews the session, a wrong one does not', async () => {
  const person = await signedIn('proving@firm.example')
  const prove = (body: object) => the.app.call(person, 'POST', '/api/session/proof', body)
  const { cookie } = person
  expect(codeOf(await prove({ password: 'wrong password' }))).toBe('password-wrong')
  expect([person.cookie, await status(person)]).toEqual([cookie, 200])
  await renews(person, () => prove({ password: goodPassword }))
  await the.app.services.database.db.delete(authAccounts)
  await the.app.call(person, 'POST', '/api/session/proof/code')
  const emailCode = await codeFor(the.smtp, person.email)
  await renews(person, () => prove({ emailCode }))
})

test('what the session does already goes on: an upload that is under way, and the pages that listen', async () => {
  const person = await signedIn('uploading@firm.example')
  const base = the.app.running.address
  const listening = await fetch(`${base}/api/live`, { headers: { cookie: person.cookie } })
  const stream = listening.body?.getReader()
  let more: (bytes: string) => void = () => undefined
  let sent: () => void = () => undefined
  const body = new ReadableStream({
    start(to) {
      const encode = (text: string) => to.enqueue(new TextEncoder().encode(text))
      more = encode
      sent = () => to.close()
      encode('The first half, ')
    },
  })
  const query = new URLSearchParams({
    title: 'Will of the long upload',
    type: 'other',
    clientName: 'Ann Long',
    fileName: 'will.txt',
  })
  const uploading = fetch(`${base}/api/documents?${query}`, {
    method: 'POST',
    headers: { cookie: person.cookie, 'content-type': 'text/plain' },
    body,
    duplex: 'half',
  } as RequestInit)
  // The call is let in before its session is renewed: it has reserved a path.
  await expect
    .poll(async () => (await the.app.services.database.query('select 1 from content_paths')).rows.length)
    .toBeGreaterThan(0)
  await renews(person, () => the.app.call(person, 'POST', '/api/session/proof', { password: goodPassword }))
  more('and the second.')
  sent()
  const answer = await uploading
  expect([
    answer.status,
    ((await answer.json()) as { document?: { title: string } }).document?.title,
  ]).toEqual([201, 'Will of the long upload'])
  const heard = new TextDecoder()
  let text = ''
  while (!text.includes('data:')) text += heard.decode((await stream?.read())?.value)
  await the.app.call(person, 'DELETE', '/api/session')
  // The end of the session ends them, whichever token they began with.
  let ended = false
  while (!ended) ended = (await stream?.read())?.done ?? true
  expect(ended).toBe(true)
})

test('tokens of the authentication API from before a factor stay half, and so does their refresh token', async () => {
  const email = 'client@firm.example'
  await signedIn(email)
  const url = `${the.app.running.address}/auth/v1`
  const signIn = async () => {
    const client = new AuthClient({ url, autoRefreshToken: false })
    const { data } = await client.signInWithPassword({ email, password: goodPassword })
    if (!data.session) throw new Error('not signed in')
    return { client, session: data.session }
  }
  const documents = async (token: string | undefined) =>
    (
      await fetch(`${the.app.running.address}/api/documents`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  const refresh = (refresh_token: string) =>
    new AuthClient({ url, autoRefreshToken: false }).refreshSession({ refresh_token })

  const first = await signIn()
  const { data: made } = await first.client.mfa.enroll({ factorType: 'totp' })
  if (made?.type !== 'totp') throw new Error('nothing was enrolled')
  const secret = new URL(made.totp.uri).searchParams.get('secret') ?? ''
  const code = () => {
    the.app.shift(30_000)
    return shownCode(secret, factors.now())
  }
  await first.client.mfa.challengeAndVerify({ factorId: made.id, code: code() })

  const { client, session } = await signIn()
  expect(await documents(session.access_token)).toBe(401)
  const { data: whole } = await client.mfa.challengeAndVerify({ factorId: made.id, code: code() })
  expect(await documents(whole?.access_token)).toBe(200)
  expect(await documents(session.access_token)).toBe(401)
  expect((await refresh(session.refresh_token)).error?.code).toBe('refresh_token_not_found')
  expect((await refresh(whole?.refresh_token ?? '')).data.user?.email).toBe(email)

  // The screens have no answer that would bring the new tokens.
  const proof = await fetch(`${the.app.running.address}/api/session/proof`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${(await client.getSession()).data.session?.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: goodPassword }),
  })
  expect([proof.status, ((await proof.json()) as { error: { code: string } }).error.code]).toEqual([
    403,
    'renewed-elsewhere',
  ])
})
