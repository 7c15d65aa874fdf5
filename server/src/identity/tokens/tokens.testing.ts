import { dayMs } from '@deedbox/contract/durations.ts'
import type { TokenScope } from '@deedbox/contract/endpoint.ts'
import type { LightMyRequestResponse as Response } from 'fastify'
import type { Person, TestApp } from '../../testing/app.ts'

/** Returns the day that is this number of days from now by the clock of this process, in the deployment's time zone. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * dayMs).toLocaleDateString('en-CA', { timeZone: 'Australia/Sydney' })

/** Makes a new personal access token of a person. */
export async function newToken(
  app: TestApp,
  person: Person,
  scopes: readonly TokenScope[] = ['read', 'upload', 'share'],
  expiresOn = inDays(30),
): Promise<{ id: string; secret: string }> {
  const made = await app.call(person, 'POST', '/api/tokens', { name: 'Nightly script', scopes, expiresOn })
  if (made.statusCode !== 201) throw new Error(made.body)
  return { id: made.json().token.id, secret: made.json().secret }
}

/** A call by a program: with this Authorization header, and without cookies. */
export const callWith = (
  app: TestApp,
  secret: string,
  method: string,
  url: string,
  body?: object,
): Promise<Response> => app.call(null, method, url, body, { headers: { authorization: `Bearer ${secret}` } })
