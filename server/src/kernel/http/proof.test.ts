import { randomUUID } from 'node:crypto'
import { authErrorOf } from '@deedbox/contract/auth-errors.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { type EndpointKey, type Endpoints, endpoints } from '@deedbox/contract/endpoints.ts'
import { noProofReasons } from '@deedbox/contract/needs-proof.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../db/tables/accounts.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

/** The calls that need a proof by what their body says. */
type BySaid = {
  [K in EndpointKey]: Endpoints[K] extends { needsProof: { when: unknown } } ? K : never
}[EndpointKey]

const [one, other] = [randomUUID(), randomUUID()]
const [ann, ben] = [{ email: 'ann@example.com' }, { email: 'ben@example.com' }]
/** Bodies of each such call: those that need none, and those that need one. */
const samples: Record<BySaid, { without: object[]; needing: object[] }> = {
  'POST /api/documents/share': {
    without: [{ documentIds: [one], recipients: [ann] }],
    needing: [
      { documentIds: [one, other], recipients: [ann] },
      { documentIds: [one], recipients: [ann, ben] },
    ],
  },
  'POST /api/documents/download': {
    without: [{ documentIds: [one] }],
    needing: [{ documentIds: [one, other] }],
  },
  'POST /api/documents/archive': {
    without: [
      { documentIds: [one, other], grants: 'keep' },
      { documentIds: [one], grants: 'end' },
    ],
    needing: [{ documentIds: [one, other], grants: 'end' }],
  },
  'POST /api/users/bulk': {
    without: [{ act: 'withdraw', ids: [one, other] }],
    needing: [
      { act: 'deactivate', ids: [one] },
      { act: 'again', ids: [one] },
      { act: 'expire', ids: [one], expiresOn: '2030-01-01' },
    ],
  },
  'POST /api/owner-requests/:requestId/share': {
    without: [{ documentIds: [one] }],
    needing: [{ documentIds: [one, other] }],
  },
}

let app: TestApp
/** Administrators with permissions for nearly every call, and whoever has the others. */
let old: Person[]
beforeAll(async () => {
  app = await startTestApp()
  old = [await app.person('admin'), await app.person('trustee'), await app.person('requestor')]
  for (const person of old) {
    // Calls of the authentication API have a session of their own, made with the first.
    await app.call(person, 'GET', '/auth/v1/user')
    const { id } = person
    await app.services.database.db
      .update(sessions)
      .set({ provedAt: new Date() })
      .where(eq(sessions.userId, id))
  }
  app.shift(15 * 60_000)
})
afterAll(() => app.stop())

/** Returns the codes with which the call is refused to these people, whose proof is 15 minutes old. */
async function codes(key: string, { errors: form }: Endpoint, body: object): Promise<unknown[]> {
  const [method = '', pattern = ''] = key.split(' ')
  const url = pattern.replace(':file', 'documents-audit.csv').replace(/:\w+/g, randomUUID())
  const found: unknown[] = []
  for (const person of old) {
    const answer = await app.call(person, method, url, method === 'GET' ? undefined : body)
    const json = answer.headers['content-type']?.toString().includes('json') ? answer.json() : {}
    found.push(form === 'auth' ? json.code : json.error?.code)
  }
  return found
}
const refusal = ({ errors: form }: Endpoint) =>
  form === 'auth' ? authErrorOf('proof-needed').code : 'proof-needed'

const signedIn = Object.entries<Endpoint>(endpoints).filter(([, { who }]) => who !== 'public')
const always = signedIn.filter(([, { needsProof }]) => needsProof === true)
const never = signedIn.filter(([, { needsProof }]) => !needsProof)

test('many calls need a proof, and every reason for none is used', () => {
  expect(always.length).toBeGreaterThan(40)
  const used = new Set(never.flatMap(([, { noProof }]) => noProof ?? []))
  expect([...used].sort()).toEqual(Object.keys(noProofReasons).sort())
})

test.each(always)('%s needs a proof, before anything else is looked at', async (key, endpoint) => {
  expect(await codes(key, endpoint, {})).toContain(refusal(endpoint))
})

test.each(never)('%s needs none', async (key, endpoint) => {
  // Ending one's sessions would end what the next calls need.
  if (/^(DELETE \/api\/sessions|POST \/api\/session\/)/.test(key)) return
  expect(await codes(key, endpoint, {})).not.toContain(refusal(endpoint))
})

test.each(Object.entries(samples))('%s needs one by what it is for', async (key, { without, needing }) => {
  const endpoint: Endpoint = endpoints[key as BySaid]
  for (const body of without) expect(await codes(key, endpoint, body)).not.toContain('proof-needed')
  for (const body of needing) expect(await codes(key, endpoint, body)).toContain('proof-needed')
})
