import type { SchemaInput, SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { EndpointKey, Endpoints } from '@deedbox/contract/endpoints.ts'
import type { ErrorBody, ErrorCode } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/messages.ts'
import { patienceMs } from './patience.ts'
import { askForProof } from './proof.ts'

type Sent<E, Part extends string> =
  E extends Record<Part, infer Schema>
    ? Record<never, never> extends SchemaInput<Schema>
      ? { [P in Part]?: SchemaInput<Schema> }
      : { [P in Part]: SchemaInput<Schema> }
    : unknown

/** The input of a call: `params` of the path, `query` and JSON `body`, each typed by its schema's input. */
export type CallInput<K extends EndpointKey> = Sent<Endpoints[K], 'params'> &
  Sent<Endpoints[K], 'query'> &
  Sent<Endpoints[K], 'body'>

/** The response of a call. */
export type Answer<K extends EndpointKey> = SchemaOutput<Endpoints[K]['response']>

type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
}

/** No answer came, or not in time; or there was nothing to send, as the browser used no passkey. */
type NoAnswer = 'network' | 'timeout' | 'passkey'

/** A call that failed: the server's message, or our own when there was no answer (`status: 0`). */
export class ApiError extends Error {
  readonly code: ErrorCode | NoAnswer
  readonly status: number
  readonly fields: Record<string, string>
  readonly requestId: string | null
  readonly retryAfterMinutes: number | null

  constructor(
    status: number,
    error: Omit<Partial<ErrorBody['error']>, 'code'> & { code: ErrorCode | NoAnswer; message: string },
  ) {
    super(error.message)
    this.code = error.code
    this.status = status
    this.fields = error.fields ?? {}
    this.requestId = error.requestId ?? null
    this.retryAfterMinutes = error.retryAfterMinutes ?? null
  }
}

/** No answer came: offline, or the server cannot be reached. */
export const networkError = () =>
  new ApiError(0, {
    code: 'network',
    message: 'Deedbox could not be reached. Please check your connection and try again.',
  })

/** The server did not answer in time. It may still carry out what was sent, so nothing is sent twice by itself. */
export const timeoutError = (reading: boolean) =>
  new ApiError(0, {
    code: 'timeout',
    message: reading
      ? 'Deedbox took too long to answer. Please try again.'
      : 'Deedbox took too long to answer. It may have done what you asked: please check before you try again.',
  })

/** Calls that change many records at once may take longer. */
const patience: Partial<Record<EndpointKey, number>> = {
  'POST /api/access/bulk': 60_000,
  'POST /api/documents/share': 60_000,
  'POST /api/documents/delete': 60_000,
  'POST /api/documents/restore': 60_000,
  'POST /api/users/import/preview': 60_000,
  'POST /api/users/import': 120_000,
  'POST /api/profile/hand-over': 60_000,
  'POST /api/users/:userId/hand-over': 60_000,
}

/** The error of a failed response; `text` is its body, which may come from elsewhere (a proxy, for example). */
export function answerError(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as ErrorBody
    if (typeof error.code === 'string' && typeof error.message === 'string')
      return new ApiError(status, error)
  } catch {
    // Not from our server: use the message for its status.
  }
  const code = status === 429 ? 'too-many-requests' : status >= 502 ? 'unavailable' : 'unexpected'
  return new ApiError(status, { code, message: errors[code].message })
}

/** The message for any error: its own if it is an ApiError, otherwise the general one. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : errors.unexpected.message

function fillAddress(key: EndpointKey, { params = {}, query = {} }: AnyInput): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** The address of a call, for pictures, downloads and uploads that the browser itself fetches. */
export const addressOf = <K extends EndpointKey>(
  key: K,
  input: Sent<Endpoints[K], 'params'> & Sent<Endpoints[K], 'query'>,
): string => fillAddress(key, input as AnyInput)

/** Runs a call; if the server wants a recent proof of who it is, asks for one and runs it again. */
export async function withProof<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'proof-needed' && (await askForProof())) return run()
    throw error
  }
}

/**
 * Makes one call of the API, again after a proof of who it is where one is needed. `key` is its entry in the contract's table ('POST /api/session').
 * Throws ApiError; an aborted call throws the signal's reason.
 */
export async function call<K extends EndpointKey>(
  key: K,
  ...[input]: Record<never, never> extends CallInput<K>
    ? [input?: CallInput<K> & { signal?: AbortSignal }]
    : [input: CallInput<K> & { signal?: AbortSignal }]
): Promise<Answer<K>> {
  return withProof(() => send(key, (input ?? {}) as AnyInput))
}

async function send<K extends EndpointKey>(key: K, { body, signal, ...rest }: AnyInput): Promise<Answer<K>> {
  const method = key.slice(0, key.indexOf(' '))
  const late = AbortSignal.timeout(patience[key] ?? patienceMs)
  const request: RequestInit = {
    method,
    headers: { accept: 'application/json' },
    signal: signal ? AbortSignal.any([signal, late]) : late,
  }
  if (body !== undefined) {
    request.headers = { ...request.headers, 'content-type': 'application/json' }
    request.body = JSON.stringify(body)
  }
  let status: number
  let text: string
  try {
    const answer = await fetch(fillAddress(key, rest), request)
    status = answer.status
    text = await answer.text()
  } catch {
    signal?.throwIfAborted()
    throw late.aborted ? timeoutError(method === 'GET') : networkError()
  }
  if (status >= 400) throw answerError(status, text)
  try {
    return JSON.parse(text) as Answer<K>
  } catch {
    throw answerError(502, text)
  }
}
