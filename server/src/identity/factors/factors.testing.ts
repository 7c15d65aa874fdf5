import type { Person } from '../../testing/app.ts'
import { shownCode } from '../../testing/totp.ts'
import type { Accounts, cookieOf } from '../accounts/accounts.testing.ts'

/** Helpers for tests of second factors. */
export function withFactors({ app, signIn }: Accounts) {
  const step = 30_000

  /** Returns the time of the server. */
  const now = () => Date.now() + app.services.clock.shiftMs

  /** Moves the clock to the next code, so that one that was used does not matter. */
  const nextCode = (secret: string) => {
    app.shift(step)
    return shownCode(secret, now())
  }

  /** Adds an authenticator app as this person. */
  async function enrol(person: Person, name = 'My phone') {
    const begun = await app.call(person, 'POST', '/api/factors/totp', { name })
    const { factorId, secret } = begun.json()
    const confirmed = await app.call(person, 'POST', `/api/factors/totp/${factorId}/verify`, {
      code: nextCode(secret),
    })
    if (confirmed.statusCode !== 200) throw new Error(confirmed.body)
    return { factorId, secret, backupCodes: confirmed.json().backupCodes as string[] | null }
  }

  /** Takes the first step of signing in, in a browser with these cookies. */
  async function firstStep(person: Person, cookies = '') {
    const answer = await app.call(
      null,
      'POST',
      '/api/session',
      { email: person.email, password: 'Brass-Key-1887' },
      { headers: { cookie: cookies } },
    )
    return { answer, half: { ...person, cookie: cookiesOf(answer) } }
  }

  const pass = (half: Person | null, code: string, more: object = {}, ip = '127.0.0.1') =>
    app.call(half, 'POST', '/api/session/factor', { code, ...more }, { remoteAddress: ip })

  const here = async (person: Person) => (await app.call(person, 'GET', '/api/session')).json()

  return { now, nextCode, enrol, firstStep, pass, here, signIn }
}

/** Returns all cookies that a response sets, as a browser sends them back. */
export const cookiesOf = (answer: Parameters<typeof cookieOf>[0]): string =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Changes settings as the administrators' screen does, without a person. */
export async function change(app: Accounts['app'], settings: Record<string, unknown>): Promise<void> {
  await app.services.database.query(
    'update settings set "values" = "values" || $1::jsonb, version = version + 1',
    [JSON.stringify(settings)],
  )
}
