import { authErrorOf } from '@deedbox/contract/auth-errors.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { type ErrorCode, errors, refusalsOf } from '@deedbox/contract/refusals.ts'
import { exampleOf } from './examples.ts'
import { type Schema, schemaOf } from './schemas.ts'
import { tagOf } from './tags.ts'

const file: Schema = { type: 'string', format: 'binary' }
const instead = { requestId: '5b1f0c9e-4a7d-4f57-9d3a-2f6f0b1c7e88' }

function parameters(type: Endpoint['params'], place: 'path' | 'query') {
  if (!type) return []
  const { properties = {}, required = [] } = schemaOf(type, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    // The rest of a path, which Fastify calls *, has no name in OpenAPI.
    name: name === '*' ? 'rest' : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
    example: exampleOf(schema, name),
  }))
}

/** Makes the example of a request's JSON body. */
export const bodyExample = (type: NonNullable<Endpoint['body']>): unknown =>
  exampleOf(schemaOf(type, 'input'))

function requestBody({ takesFile, body }: Endpoint) {
  const content = takesFile
    ? { 'application/octet-stream': { schema: file } }
    : body && { 'application/json': { schema: schemaOf(body, 'input'), example: bodyExample(body) } }
  return content && { requestBody: { required: true, content } }
}

function done({ status = 200, sends, response }: Endpoint) {
  const schema = schemaOf(response, 'output')
  const content = sends
    ? { [sends]: { schema: file } }
    : { 'application/json': { schema, example: exampleOf(schema) } }
  return {
    [status]: { description: status === 201 ? 'Created' : 'Done', ...(status !== 204 && { content }) },
  }
}

const headersOf = (status: number, codes: readonly ErrorCode[]) => ({
  ...((status === 429 || status === 503) && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
  ...(codes.some((code) => code === 'token-invalid' || code === 'scope-missing') && {
    'WWW-Authenticate': { $ref: '#/components/headers/Challenge' },
  }),
})

/** Returns how a call answers a refusal: its own code, or the one that clients of the authentication API know. */
export function refusalOf(code: ErrorCode, form?: Endpoint['errors']) {
  const { status, message } = errors[code]
  if (form !== 'auth') return { name: code as string, status, body: { error: { code, message, ...instead } } }
  const theirs = authErrorOf(code)
  return { name: theirs.code as string, status: theirs.status, body: { code: theirs.code, message } }
}

/** Describes every refusal of a call, by status, with each code's message. */
export function refused(codes: readonly ErrorCode[], form?: Endpoint['errors']) {
  const byStatus = Map.groupBy(codes, (code) => refusalOf(code, form).status)
  const schema = form === 'auth' ? 'AuthError' : 'Error'
  return Object.fromEntries(
    Array.from(byStatus, ([status, these]) => {
      const headers = headersOf(status, these)
      return [
        status,
        {
          description: these
            .map((code) => `\`${refusalOf(code, form).name}\`: ${errors[code].message}`)
            .join('\n\n'),
          ...(Object.keys(headers).length > 0 && { headers }),
          content: {
            'application/json': {
              schema: { $ref: `#/components/schemas/${schema}` },
              examples: Object.fromEntries(
                these.map((code) => [code, { value: refusalOf(code, form).body }]),
              ),
            },
          },
        },
      ]
    }),
  )
}

/** Describes in words who may make a call. */
export function describeWho({
  who,
  scope,
  needsProof,
  despite,
  perMinute,
  perPersonMinute,
}: Endpoint): string {
  return [
    who === 'public'
      ? 'Anyone.'
      : who === 'signed-in'
        ? 'Anyone signed in.'
        : `Permission: ${who.map((one) => `\`${one}\``).join(' or ')}.`,
    despite && 'Also before a second factor is passed or set up.',
    needsProof === true
      ? 'The person must have proved who they are within the last 15 minutes.'
      : needsProof?.says,
    scope ? `Personal access tokens: scope \`${scope}\`.` : 'Not open to personal access tokens.',
    perMinute && `At most ${perMinute} calls a minute from one network.`,
    perPersonMinute && `At most ${perPersonMinute} calls a minute by one person.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function security({ who, scope }: Endpoint) {
  const person = [{ session: [] }, { accessToken: [] }, ...(scope ? [{ personalAccessToken: [scope] }] : [])]
  return who === 'public' ? [{}, ...person] : person
}

/** Describes one call as an OpenAPI operation. */
export function operation(key: string, endpoint: Endpoint) {
  const path = key.slice(key.indexOf(' ') + 1)
  return {
    operationId: endpoint.id,
    tags: [tagOf(path)],
    summary: endpoint.summary,
    description: describeWho(endpoint),
    security: security(endpoint),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: { ...done(endpoint), ...refused(refusalsOf(key, endpoint), endpoint.errors) },
  }
}
export type Operation = ReturnType<typeof operation>
