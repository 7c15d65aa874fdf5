import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { type EndpointKey, endpoints } from '@deedbox/contract/endpoints.ts'
import { permissionsOf } from '@deedbox/contract/permissions.ts'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { fromCursor, toCursor } from '../../platform/cursor.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

/*
 * Tests every call of the contract with hostile values in each of its inputs. The inputs come from the schemas, so a new call is covered
 * automatically. No input may cause a server error.
 */

type Schema = {
  type?: string
  format?: string
  pattern?: string
  minLength?: number
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

let app: TestApp
let owner: Person
let admin: Person
const real: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.person('trustee', { name: 'Olive Owner' })
  admin = await app.person('admin')
  for (const title of ['Will', 'Deed', 'Codicil']) {
    const headers = { 'content-type': 'text/plain' }
    const url = `/api/documents?fileName=a.txt&title=${title}&clientName=${title}&expiryDate=2031-01-01`
    const stored = await app.call(owner, 'POST', url, undefined, { payload: 'I leave the box.', headers })
    expect(stored.statusCode, stored.body).toBe(201)
    real.documentId = stored.json().document.id
    const friend = await app.person('requestor')
    const shared = await app.call(owner, 'POST', `/api/documents/${real.documentId}/access`, {
      email: friend.email,
    })
    real.grantId = shared.json().grant.id
    await app.call(friend, 'POST', '/api/owner-requests', { ownerEmail: owner.email, message: title })
    const body = { documentName: title, clientEmail: 'client@example.com' }
    const asked = await app.call(friend, 'POST', '/api/requests', body)
    real.requestId = asked.json().request.id
    real.userId = friend.id
    const address = { address: '', city: '', state: '', postalCode: '' }
    const contact = { abn: '', acn: '', contactName: '', contactEmail: '', contactPhone: '' }
    const firm = { name: `Firm of ${title}`, ...address, ...contact }
    const made = await app.call(admin, 'POST', '/api/organizations', firm)
    real.organizationId = made.json().organization.id
    const trust = { name: title, kind: 'family_trust' }
    const matter = (await app.call(owner, 'POST', '/api/matters', trust)).json().matter
    real.matterId = matter.id
    const changed = { ...trust, notes: 'Told', updatedAt: matter.updatedAt }
    await app.call(owner, 'PUT', `/api/matters/${matter.id}`, changed)
  }
  const begun = await app.call(owner, 'POST', '/api/stock-takes', { placeIds: [] })
  real.stockTakeId = begun.json().stockTake.id
})
afterAll(() => app.stop())

const hostileTexts = [
  'No\u0000body',
  'lone \ud800 surrogate',
  'control \u001b[2J \u2028 \u202e',
  '%',
  '%zz',
  '%ED%A0%80',
  "'); drop table audit_events; --",
  '{"$gt":""}',
  '__proto__',
  '../../../../etc/passwd',
  'x'.repeat(5_000),
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '-000001-01-01',
  '+275760-09-14',
  '2031-02-30',
  '0000-01-01T00:00:00Z',
  'infinity',
  'NaN',
  '1e400',
  '-1',
  '9'.repeat(40),
  '',
]
const hostileValues: unknown[] = [
  ...hostileTexts,
  null,
  true,
  -0,
  1e308,
  2 ** 53,
  0.5,
  [],
  {},
  [[[[]]]],
  ['x', 'y'],
  { constructor: { prototype: { admin: true } } },
]

const isTime = (text: string) => /^[-+]?\d{4,6}-\d\d-\d\d|^infinity$/.test(text)
/** Texts, one of each kind that a choice or an id refuses alike. */
const fewTexts = ['No\u0000body', '__proto__', '%ED%A0%80', '9'.repeat(40), '']

/** Returns the texts for an input: those of which its schema could let one through where another is refused. */
function textsFor({ enum: choice, const: only, format, type, anyOf }: Schema = {}): string[] {
  if (choice || only !== undefined || format === 'uuid' || type === 'boolean') return fewTexts
  const isText = type === 'string' && !anyOf && !format?.startsWith('date')
  return isText ? hostileTexts.filter((text) => !isTime(text)) : hostileTexts
}
const valuesFor = (schema?: Schema): unknown[] => [
  ...textsFor(schema),
  ...hostileValues.filter((value) => typeof value !== 'string'),
]
/** Returns the values for a path: as they are, and escaped. */
const pathsFor = (schema?: Schema) =>
  new Set(
    textsFor(schema)
      .flatMap((text) => [text.toWellFormed(), encodeURIComponent(text.toWellFormed())])
      .filter((text) => text !== '' && !text.includes('/')),
  )

/** Makes a valid value for this schema. */
function sample(schema: Schema, name: string): unknown {
  if (real[name]) return real[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, name)
  if (schema.type === 'array') return [sample(schema.items ?? {}, name.replace(/s$/, ''))]
  if (schema.type === 'object') return samples(schema)
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.format === 'date') return '2031-01-01'
  if (schema.format === 'uuid') return randomUUID()
  if (name.toLowerCase().includes('email')) return 'someone@example.com'
  if (name === 'code') return '000000'
  if (name === 'prefix') return '00000'
  if (name === 'fileName') return 'a.txt'
  if (name === 'password') return 'Brass-Key-1887'
  if (name === 'page') return '1'
  if (name === 'country') return 'AU'
  if (['abn', 'acn', 'state', 'postalCode', 'contactPhone'].includes(name)) return ''
  return 'sample of some length'
}
const samples = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => name !== 'cursor')
      .map(([name, property]) => [name, sample(property, name)]),
  )

const known = new Map<z.ZodType, Schema>()
function schemaOf(type: z.ZodType | undefined): Schema {
  if (!type) return {}
  const schema = known.get(type) ?? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema)
  known.set(type, schema)
  return schema
}

type Given = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a call with valid inputs, except for the given ones. */
async function send(key: EndpointKey, as: Person | null, given: Given = {}): Promise<Response> {
  const endpoint: Endpoint = endpoints[key]
  const [method = '', pattern = ''] = key.split(' ')
  const params = { ...samples(schemaOf(endpoint.params)), ...given.params }
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  const query = new URLSearchParams()
  const asked = { ...(endpoint.takesFile ? samples(schemaOf(endpoint.query)) : {}), ...given.query }
  for (const [name, value] of Object.entries(asked)) query.append(name, String(value))
  const url = query.size > 0 ? `${path}?${query}` : path
  const headers = { ...(endpoint.takesFile && { 'content-type': 'text/plain' }), ...given.headers }
  const body = given.body ?? (endpoint.body ? samples(schemaOf(endpoint.body)) : undefined)
  if (endpoint.takesFile) return app.call(as, method, url, undefined, { payload: 'x', headers })
  return app.call(as, method, url, body, { headers })
}

/** Checks that an answer is never a server error; refusals have our format, the security headers and no-store. */
function check(answer: Response, what: string): void {
  // 502: the mail could not be sent.
  if (answer.statusCode !== 502) expect(answer.statusCode, `${what}: ${answer.body}`).toBeLessThan(500)
  expect(answer.headers, what).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'no-store',
  })
  if (answer.statusCode < 400) return
  expect(answer.headers['content-type'], what).toBe('application/json; charset=utf-8')
  if (what.includes(' /auth/v1/')) {
    const code = expect.stringMatching(/^[a-z_]+$/)
    expect(answer.json(), what).toMatchObject({ code, message: expect.any(String) })
    return
  }
  expect(answer.json(), what).toEqual({
    error: expect.objectContaining({
      code: expect.stringMatching(/^[a-z-]+$/),
      message: expect.any(String),
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    }),
  })
}

const keys = Object.keys(endpoints) as EndpointKey[]
/** Picks somebody whom the guard lets through: a refused caller's input is not looked at. */
function asOf(key: EndpointKey): Person | null {
  const { who }: Endpoint = endpoints[key]
  if (who === 'public') return null
  const mayOwner =
    who === 'signed-in' || permissionsOf('trustee').some((permission) => who.includes(permission))
  return mayOwner ? owner : admin
}

test.each(keys)('%s handles hostile values in every input', async (key) => {
  const endpoint: Endpoint = endpoints[key]
  const as = asOf(key)
  for (const [name, schema] of Object.entries(schemaOf(endpoint.params).properties ?? {}))
    for (const value of pathsFor(schema))
      check(await send(key, as, { params: { [name]: value } }), `${key} :${name} ${value.slice(0, 50)}`)
  const asked = endpoint.takesFile ? samples(schemaOf(endpoint.query)) : {}
  for (const [name, schema] of Object.entries(schemaOf(endpoint.query).properties ?? {})) {
    const wanted = worthSending(endpoint.query, (value) => ({ ...asked, [name]: value }))
    for (const value of textsFor(schema).filter(wanted))
      check(await send(key, as, { query: { [name]: value } }), `${key} ?${name}=${value.slice(0, 50)}`)
  }
  const taken = schemaOf(endpoint.body)
  const filled = samples(taken)
  for (const [name, schema] of Object.entries(taken.properties ?? {})) {
    const wanted = worthSending(endpoint.body, (value) => ({ ...filled, [name]: value }))
    for (const value of valuesFor(schema).filter(wanted)) {
      const what = `${key} ${name}: ${JSON.stringify(value).slice(0, 50)}`
      check(await send(key, as, { body: { ...filled, [name]: value } }), what)
    }
  }
})

/** Returns all values that the schema lets through, and two that it refuses: those come no further than the others. */
function worthSending(type: z.ZodType | undefined, inputOf: (value: unknown) => unknown) {
  let refused = 0
  return (value: unknown) => !type || type.safeParse(inputOf(value)).success || ++refused <= 2
}

const changing = keys.filter((key) => !key.startsWith('GET ') && !(endpoints[key] as Endpoint).takesFile)

test.each(changing.map((key, index) => [index, key] as const))(
  '%i: %s handles a hostile body',
  async (index, key) => {
    const endpoint: Endpoint = endpoints[key]
    const [method = ''] = key.split(' ')
    const json = { 'content-type': 'application/json' }
    const bodies: [string, string | Buffer, Record<string, string>][] = [
      ['deep arrays', '['.repeat(30_000) + ']'.repeat(30_000), json],
      ['deep objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`, json],
      ['open arrays', '['.repeat(30_000), json],
      ['nothing', '', json],
      ['no JSON', '{"a":', json],
      ['a prototype', '{"__proto__":{"admin":true}}', json],
      ['bytes that are not UTF-8', Buffer.from('7b2261223a22fffe227d', 'hex'), json],
      ['a huge number', '{"a":1e999999}', json],
      ['too much', JSON.stringify({ a: 'x'.repeat(70_000) }), json],
      ['text', 'email=a', { 'content-type': 'text/plain' }],
      ['a form', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['parts', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['a type that is none', '{}', { 'content-type': 'x'.repeat(500) }],
      [
        'another charset',
        Buffer.from('{"a":"é"}', 'latin1'),
        { 'content-type': 'application/json; charset=latin1' },
      ],
      ['no type', '{}', { 'content-type': '' }],
    ]
    // One parser reads the bodies of all calls: each call takes every third in turn.
    for (const [name, payload, headers] of bodies.filter((_, n) => n % 3 === index % 3)) {
      const url = (key.split(' ')[1] ?? '').replace(
        /:(\w+)/g,
        (_, param: string) => real[param] ?? randomUUID(),
      )
      const answer = await app.call(asOf(key), method, url, undefined, { payload, headers })
      check(answer, `${key} with ${name}`)
      if (endpoint.body) expect(answer.statusCode, `${key} with ${name}`).toBeGreaterThanOrEqual(400)
    }
  },
)

const paged = keys.filter(
  (key) => 'cursor' in (schemaOf((endpoints[key] as Endpoint).query).properties ?? {}),
)
const anything = z.unknown()
const filled = new Set<EndpointKey>()
const forged = [...hostileValues, -(2 ** 53), Number.MAX_SAFE_INTEGER]

test.each(paged)('%s handles forged cursors', async (key) => {
  const as = key === 'GET /api/owner-requests' ? owner : admin
  const sorts = schemaOf((endpoints[key] as Endpoint).query).properties?.sort?.enum ?? [undefined]
  for (const [index, sort] of sorts.entries()) {
    const query = { limit: '1', ...(sort !== undefined && { sort }), ...views[key] }
    const first = await send(key, as, { query })
    expect(first.statusCode, first.body).toBe(200)
    const { nextCursor } = first.json()
    if (nextCursor) filled.add(key)
    // A list that is empty here gets made-up cursors.
    const ours = nextCursor ? fromCursor(nextCursor, anything) : ['x', 'x', 'x']
    // The key alone, of shape, key and id, is another one in another order, which takes every third value in turn.
    const places = !Array.isArray(ours) ? [-1] : index > 0 ? [1] : ours.keys()
    for (const place of places)
      for (const value of forged.filter((_, n) => index === 0 || n % 3 === index % 3)) {
        const cursor = toCursor(Array.isArray(ours) ? ours.with(place, value) : value)
        check(await send(key, as, { query: { ...query, cursor } }), `${key} ${sort} ${JSON.stringify(value)}`)
      }
    for (const cursor of ['x', '!', 'bnVsbA', '\u0000', Buffer.from('['.repeat(2_900)).toString('base64url')])
      check(await send(key, as, { query: { ...query, cursor } }), `${key} ${cursor.slice(0, 20)}`)
  }
})

test('the tested lists had real cursors to forge', () => {
  expect(filled.size).toBeGreaterThanOrEqual(8)
})

/** The view in which the administrator has more than one row. */
const views: Partial<Record<EndpointKey, Record<string, string>>> = {
  'GET /api/users/:userId/hand-over/rows': { kind: 'documents' },
  'GET /api/access': { scope: 'handled' },
  'GET /api/requests': { view: 'review' },
  'GET /api/owner-requests': { view: 'received' },
  'GET /api/mails': { status: 'all' },
  'GET /api/clients/history': { name: 'Will' },
}

test('a field that a call does not have is refused by its name, and nothing is done', async () => {
  const body = { email: 'wanted@example.com', role: 'guest', organizationId: randomUUID(), confirmed: true }
  const answer = await app.call(admin, 'POST', '/api/invitations', body)
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid-input'])
  const fields = { organizationId: 'There is no such field.', confirmed: 'There is no such field.' }
  expect(answer.json().error.fields).toEqual(fields)
  const { invitations } = (await app.call(admin, 'GET', '/api/invitations')).json()
  expect(JSON.stringify(invitations)).not.toContain('wanted@example.com')
})

test('invalid addresses and unknown methods are refused with our messages', async () => {
  const tries: [string, string, number][] = [
    ['GET', '/%', 400],
    ['GET', '/%zz', 400],
    ['GET', '/api/%c0%ae', 400],
    ['GET', '/api/documents/%', 400],
    ['GET', `/api/documents/${'a'.repeat(300)}`, 414],
    ['GET', '/api/nothing', 404],
    ['POST', '/api/nothing', 404],
    ['PROPFIND', '/api/documents', 405],
    ['PATCH', '/api/documents', 405],
    ['DELETE', '/api/users', 405],
    ['TRACE', '/api/nothing', 404],
    ['QUERY', '/api/nothing', 400],
    ['POST', '/login', 404],
    ['GET', '/api/documents?limit=%zz', 400],
  ]
  for (const [method, url, status] of tries) {
    const answer = await app.call(admin, method, url)
    check(answer, `${method} ${url.slice(0, 40)}`)
    expect(answer.statusCode, `${method} ${url.slice(0, 40)}`).toBe(status)
  }
})
