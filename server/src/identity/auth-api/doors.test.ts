import { authErrorOf } from '@deedbox/contract/auth-errors.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { type EndpointKey, endpoints } from '@deedbox/contract/endpoints.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import type { LightMyRequestResponse as Answer } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Schema, schemaOf } from '../../kernel/http/openapi/schemas.ts'
import type { Person } from '../../testing/app.ts'
import { type Accounts, goodPassword, otherThan, startAccounts } from '../accounts/accounts.testing.ts'
import { withFactors } from '../factors/factors.testing.ts'

/*
 * Tests every call that takes a password, a code, a token or an email address of somebody who is not known yet, or the secret of somebody
 * who is. A new one that is not in this table fails.
 */

/**
 * lockout: a wrong guess counts towards the one lockout. tries: its own few tries, after which the code is dead.
 * secret: too long to be guessed. file: the password of a file, which whoever tries it may have. address: nothing is guessed, but a mail is sent or something is looked up.
 * label: what a scanner reads on a packet, which is no secret.
 */
type Door = 'lockout' | 'tries' | 'secret' | 'file' | 'address' | 'label'

const doors: { [K in EndpointKey]?: Door } = {
  'POST /api/session': 'lockout',
  'POST /api/session/proof': 'lockout',
  'POST /api/session/factor': 'lockout',
  'POST /api/session/phone': 'address',
  'POST /api/session/phone/code': 'lockout',
  'PUT /api/password': 'secret',
  'POST /api/factors/totp/:factorId/verify': 'tries',
  'POST /api/functions/auth-send-verification': 'address',
  'POST /api/functions/auth-verify-otp': 'tries',
  'POST /api/password/forgot': 'address',
  'POST /api/password/reset': 'secret',
  'POST /api/password/reset/check': 'secret',
  'POST /api/setup/:token': 'secret',
  'POST /api/sign-in/way': 'address',
  'POST /api/profile/email': 'lockout',
  'POST /api/profile/email/confirm': 'lockout',
  'POST /api/profile/close': 'lockout',
  'POST /api/sign-in-phone/confirm': 'tries',
  'POST /api/contact': 'address',
  'POST /api/inspections': 'address',
  'POST /api/check': 'secret',
  'POST /api/stock-takes/:stockTakeId/scans': 'label',
  'POST /api/documents/:documentId/unlock': 'file',
  'POST /auth/v1/signup': 'address',
  'POST /auth/v1/otp': 'address',
  'POST /auth/v1/resend': 'address',
  'POST /auth/v1/recover': 'address',
  'POST /auth/v1/verify': 'lockout',
  'PUT /auth/v1/user': 'lockout',
  'POST /auth/v1/token': 'lockout',
  'POST /auth/v1/factors/:factorId/verify': 'lockout',
}

const table = Object.entries(endpoints) as [EndpointKey, Endpoint][]
/** Names of fields that strangers could try out, and that could be tried out in the session of somebody else. */
const guessed = { public: /password|code|token|^email$|^phone$/i, other: /^(password|.*code)$/i }
const noGuess = /captcha|postal|challenge|verifier|^(refresh_token|id_token|auth_code)$/i

function takesGuess([, { who, body }]: (typeof table)[number]): boolean {
  if (!body) return false
  const pattern = who === 'public' ? guessed.public : guessed.other
  return namesIn(schemaOf(body, 'input')).some((name) => pattern.test(name) && !noGuess.test(name))
}

const namesIn = ({ properties = {}, anyOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...anyOf.flatMap(namesIn),
]

let the: Accounts
let made = 0
beforeAll(async () => {
  the = await startAccounts()
})
afterAll(() => the.stop())

const newcomer = () => the.newcomer(`guessed-${made++}@doors.example`)
const wrong = 'Not-It-1887'

/** Makes somebody with a factor, after the first step of signing in; in a browser, and as a program. */
async function half(person: Person) {
  const factors = withFactors(the)
  const { factorId, secret } = await factors.enrol(person)
  const { half: browser } = await factors.firstStep(person)
  const code = () => otherThan(factors.nextCode(secret))
  const first = await the.app.call(null, 'POST', '/auth/v1/token?grant_type=password', {
    email: person.email,
    password: goodPassword,
  })
  const headers = { authorization: `Bearer ${first.json().access_token}` }
  const challenge = await the.app.call(
    null,
    'POST',
    `/auth/v1/factors/${factorId}/challenge`,
    {},
    { headers },
  )
  const challenge_id = challenge.json().id as string
  return { browser, factorId, code, headers, challenge_id }
}

/** Wrong guess through each door that counts, as often as it is called. */
const guesses: Record<string, (person: Person) => Promise<() => Promise<Answer>>> = {
  'POST /api/session':
    async ({ email }) =>
    () =>
      the.signIn(email, wrong),
  'POST /auth/v1/token':
    async ({ email }) =>
    () =>
      the.app.call(null, 'POST', '/auth/v1/token?grant_type=password', { email, password: wrong }),
  'POST /auth/v1/verify':
    async ({ email }) =>
    () =>
      the.app.call(null, 'POST', '/auth/v1/verify', { type: 'email', email, token: '000000' }),
  'PUT /auth/v1/user': async ({ id, email }) => {
    const first = await the.app.call(null, 'POST', '/auth/v1/token?grant_type=password', {
      email,
      password: goodPassword,
    })
    // A person who signed in just now needs no code.
    await the.app.services.database.query(
      "update sessions set proved_at = now() - interval '1 day' where user_id = $1 and kind = 'api'",
      [id],
    )
    const headers = { authorization: `Bearer ${first.json().access_token}` }
    const body = { password: 'Quiet-Harbour-31', nonce: '000000' }
    return () => the.app.call(null, 'PUT', '/auth/v1/user', body, { headers })
  },
  'POST /api/session/proof': async (person) => () =>
    the.app.call(person, 'POST', '/api/session/proof', { password: wrong }),
  'POST /api/profile/email': async (person) => () =>
    the.app.call(person, 'POST', '/api/profile/email', { email: `new-${person.email}`, password: wrong }),
  'POST /api/profile/email/confirm': async (person) => {
    const email = `next-${person.email}`
    await the.app.call(person, 'POST', '/api/profile/email', { email, password: goodPassword })
    const codes = { currentCode: '000000', newCode: '000000' }
    return () => the.app.call(person, 'POST', '/api/profile/email/confirm', { email, ...codes })
  },
  'POST /api/profile/close': async (person) => () =>
    the.app.call(person, 'POST', '/api/profile/close', { password: wrong }),
  'POST /api/session/factor': async (person) => {
    const { browser, code } = await half(person)
    return () => the.app.call(browser, 'POST', '/api/session/factor', { code: code() })
  },
  'POST /auth/v1/factors/:factorId/verify': async (person) => {
    const { factorId, code, headers, challenge_id } = await half(person)
    return () =>
      the.app.call(
        null,
        'POST',
        `/auth/v1/factors/${factorId}/verify`,
        { challenge_id, code: code() },
        { headers },
      )
  },
}

const locked = (key: string, answer: Answer) => {
  const auth = key.includes('/auth/v1/')
  const code = auth ? authErrorOf('login-locked').code : 'login-locked'
  const body = answer.json()
  expect([key, answer.statusCode, auth ? body.code : body.error.code]).toEqual([
    key,
    errors['login-locked'].status,
    code,
  ])
}

test('every call that takes a guess or an address is known here, and limited by network', () => {
  const found = table.filter(takesGuess)
  expect(found.map(([key]) => key).sort()).toEqual(Object.keys(doors).sort())
  const unlimited = found.filter(
    ([key, { perMinute, perPersonMinute }]) =>
      !perMinute && !perPersonMinute && doors[key] !== 'tries' && doors[key] !== 'label',
  )
  expect(unlimited.map(([key]) => key)).toEqual([])
})

test.each(Object.keys(guesses))(
  'five wrong guesses through %s lock the sign-in, even with the right password',
  async (key) => {
    const person = await newcomer()
    const guess = await guesses[key]?.(person)
    if (!guess) throw new Error(`No guess for ${key}`)
    for (let n = 0; n < limits.lockout.failures; n++) {
      const answer = await guess()
      expect([key, n, answer.statusCode >= 400, answer.statusCode]).not.toContain(429)
    }
    locked(key, await guess())
    locked('POST /api/session', await the.signIn(person.email))
  },
)

test('five wrong guesses spread over the doors lock all of them, with one answer', async () => {
  const person = await newcomer()
  const keys = Object.keys(guesses)
  const ready = await Promise.all(
    keys
      .filter((key) => !key.includes('factor'))
      .map(async (key) => ({ key, guess: await guesses[key]?.(person) })),
  )
  expect(ready.length).toBeGreaterThanOrEqual(limits.lockout.failures)
  for (const { guess } of ready.slice(0, limits.lockout.failures))
    expect((await guess?.())?.statusCode).not.toBe(429)
  for (const { key, guess } of ready) locked(key, (await guess?.()) as Answer)
})

test('the doors that count are all tried above, but for text messages', () => {
  const counting = Object.entries(doors).flatMap(([key, door]) => (door === 'lockout' ? [key] : []))
  // The guesses of phone numbers need a phone: server/src/identity/accounts/phone-sign-in.test.ts.
  expect(Object.keys(guesses).sort()).toEqual(counting.filter((key) => !key.includes('/phone/')).sort())
})
