import { randomUUID } from 'node:crypto'
import { daysAfter } from '@deedbox/contract/durations.ts'
import type { Role } from '@deedbox/contract/permissions.ts'
import { profiles, sessions } from '../db/tables/accounts.ts'
import { signAccessToken } from '../identity/accounts/access-jwt.ts'
import { apiSessionKey } from '../identity/accounts/session-token.ts'
import { sessionCookieName, signToken } from '../kernel/context/session-cookie.ts'
import type { Services } from '../kernel/services.ts'

export type Person = { id: string; email: string; cookie: string }

/** Makes people in a running Deedbox, past the sign-up. */
export function createPeople(
  services: Pick<Services, 'database' | 'clock' | 'auth' | 'signingKeys' | 'place'>,
) {
  const { database, clock, auth } = services
  const clockNow = () => new Date(Date.now() + clock.shiftMs)

  /** Makes a person of this role with a live session. A trustee is confirmed unless specified otherwise. */
  async function person(
    role: Role | (string & {}),
    more: Partial<typeof profiles.$inferInsert> = {},
  ): Promise<Person> {
    const id = randomUUID()
    const email = more.email ?? `${role}-${id.slice(0, 8)}@example.com`
    const now = clockNow()
    await database.db.insert(profiles).values({
      id,
      email,
      name: `Test ${role}`,
      firstName: 'Test',
      lastName: role,
      role,
      emailVerified: true,
      confirmedAt: now,
      createdAt: now,
      updatedAt: now,
      ...more,
    })
    return signIn(id, email)
  }

  /** Signs in once more with an account that exists. */
  async function signIn(id: string, email: string): Promise<Person> {
    const token = randomUUID() + randomUUID()
    const now = clockNow()
    await database.db.insert(sessions).values({
      token,
      userId: id,
      expiresAt: daysAfter(now, 10 * 365),
      createdAt: now,
      updatedAt: now,
      // The proof is so late that nobody is asked again who they are, however far a test moves the clock.
      provedAt: daysAfter(now, 10 * 365),
    })
    return { id, email, cookie: `${sessionCookieName(false)}=${signToken(token, auth.secret)}` }
  }

  const bearers = new Map<string, Promise<string>>()

  /** Returns the header of a person who calls the authentication API, which reads no cookie. */
  function bearerOf({ id }: Person): Promise<string> {
    const made = bearers.get(id) ?? makeBearer(id)
    bearers.set(id, made)
    return made
  }
  async function makeBearer(userId: string): Promise<string> {
    const now = clockNow()
    const far = daysAfter(now, 10 * 365)
    const [id, times] = [randomUUID(), { createdAt: now, updatedAt: now, provedAt: far, expiresAt: far }]
    await database.db.insert(sessions).values({ id, token: apiSessionKey(id), kind: 'api', userId, ...times })
    const { token } = await signAccessToken(services, now, { sub: userId, session_id: id })
    return `Bearer ${token}`
  }

  return { person, signIn, bearerOf }
}
