import type { Endpoint } from './endpoint.ts'
import type { EndpointKey } from './endpoints.ts'
import type { ErrorCode } from './messages.ts'

/** What each call may refuse for reasons of its own. Tests fail where a call refuses with a code that is missing here. */
export const ownRefusals: { readonly [K in EndpointKey]?: readonly ErrorCode[] } = {}

const personNeeded: readonly ErrorCode[] = [
  'not-signed-in',
  'token-invalid',
  'factor-needed',
  'enrolment-needed',
  'access-expired',
]

/** Every code that a call can answer with: those that follow from its row in the table of calls, and its own. */
export function refusalsOf(key: string, endpoint: Endpoint): ErrorCode[] {
  const { who, needsProof, takesFile, body, params, query, scope, perMinute } = endpoint
  const changes = !key.startsWith('GET ')
  const when = (condition: unknown, ...codes: ErrorCode[]) => (condition ? codes : [])
  return [
    ...new Set<ErrorCode>([
      ...when(who !== 'public', ...personNeeded),
      ...when(Array.isArray(who), 'not-allowed'),
      ...when(needsProof, 'proof-needed'),
      'scope-missing',
      'wrong-origin',
      ...when(params ?? query ?? body, 'invalid-input'),
      ...when(params ?? query, 'address-too-long'),
      ...when(body, 'malformed-request', 'content-type', 'request-too-large'),
      ...when(takesFile ?? body, 'request-too-slow'),
      ...when(scope ?? perMinute, 'too-many-requests'),
      ...when(changes, 'no-space'),
      ...(ownRefusals[key as EndpointKey] ?? []),
      'unexpected',
      'unavailable',
    ]),
  ]
}
