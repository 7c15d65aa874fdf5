import { nowHeader } from '@deedbox/contract/dates.ts'
import type { SchemaInput, SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { EndpointKey, Endpoints } from '@deedbox/contract/endpoints.ts'
import { errors } from '@deedbox/contract/refusals/kernel.ts'
import type { ErrorBody, ErrorCode } from '@deedbox/contract/refusals.ts'
import { suspectConnection } from './connection.ts'
import { fileKeyFor } from './file-keys.ts'
import { patienceMs } from './patience.ts'
import { askForProof } from './proof.ts'
import { hearServer } from './server-clock.ts'
import { tickAtAnswer } from './ticker.ts'

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

/** Codes of a missing or late answer, or of nothing to send, as the browser used no passkey. */
type NoAnswer = 'network' | 'timeout' | 'passkey'

/** Error of a failed call: the server's message, or a local one when there was no answer (`status: 0`). */
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

/** Error of a missing answer: offline, or the server cannot be reached. */
export function networkError(): ApiError {
  void suspectConnection()
  const message = 'Deedbox could not be reached. Please check your connection and try again.'
  return new ApiError(0, { code: 'network', message })
}

/** Error of a late answer. The server may still carry out the call, so nothing is sent twice automatically. */
export function timeoutError(reading: boolean): ApiError {
  void suspectConnection()
  const message = reading
    ? 'Deedbox took too long to answer. Please try again.'
    : 'Deedbox took too long to answer. It may have done what you asked: please check before you try again.'
  return new ApiError(0, { code: 'timeout', message })
}

/** Milliseconds for a call that reads pages: the server may have to open a large file first, read pictures for a search, or wait for others. */
export const drawnWithinMs = 30_000

/** Milliseconds for calls that may take longer, as they read files or change many records at once. */
export const patience: Partial<Record<EndpointKey, number>> = {
  'GET /api/documents/:documentId/pages': drawnWithinMs,
  'GET /api/documents/:documentId/pages/:page/text': drawnWithinMs,
  'GET /api/documents/:documentId/thumbnails': drawnWithinMs,
  'GET /api/documents/:documentId/text': drawnWithinMs,
  'GET /api/documents/:documentId/outline': drawnWithinMs,
  'GET /api/documents/:documentId/annotations': drawnWithinMs,
  'GET /api/documents/:documentId/signatures': drawnWithinMs,
  'GET /api/documents/:documentId/search': drawnWithinMs,
  'POST /api/documents/:documentId/unlock': drawnWithinMs,
  'POST /api/documents/:documentId/copies/verified': 60_000,
  'POST /api/documents/:documentId/copies/certified': 60_000,
  'POST /api/access/bulk': 60_000,
  'POST /api/documents/share': 60_000,
  'POST /api/documents/delete': 60_000,
  'POST /api/documents/restore': 60_000,
  'POST /api/matters/:matterId/documents': 120_000,
  'POST /api/matters/:matterId/documents/remove': 120_000,
  'POST /api/matters/:matterId/shares': 300_000,
  'POST /api/matters/:matterId/shares/:shareId/end': 120_000,
  'POST /api/matters/:matterId/shares/:shareId/renew': 120_000,
  'POST /api/users/import/preview': 60_000,
  'POST /api/users/import': 120_000,
  'POST /api/matter-imports/preview': 60_000,
  'POST /api/matter-imports': 120_000,
  'POST /api/profile/hand-over': 60_000,
  'POST /api/users/:userId/hand-over': 60_000,
}

/** Returns the error of a failed response; `text` is its body, which may come from elsewhere (a proxy, for example). */
export function answerError(status: number, text: string): ApiError {
  if (status >= 502) void suspectConnection()
  try {
    const { error } = JSON.parse(text) as ErrorBody
    if (typeof error.code === 'string' && typeof error.message === 'string')
      return new ApiError(status, error)
  } catch {
    // Body that is not from Deedbox: use the message for its status.
  }
  const code = status === 429 ? 'too-many-requests' : status >= 502 ? 'unavailable' : 'unexpected'
  return new ApiError(status, { code, message: errors[code].message })
}

/** Returns the message for an error: its own if it is an ApiError, otherwise the general one. */
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

/** Returns the address of a call, for pictures, downloads and uploads that the browser itself fetches. */
export const addressOf = <K extends EndpointKey>(
  key: K,
  input: Sent<Endpoints[K], 'params'> & Sent<Endpoints[K], 'query'>,
): string => fillAddress(key, input as AnyInput)

/** Milliseconds within which a session that is renewed in another call or tab gets its cookie, after a call with the former one was refused. */
const renewedWithinMs = 500

/** Waits until the browser has the cookie of a session that may just have been renewed. */
export const whileRenewed = (): Promise<void> =>
  new Promise((go) => {
    setTimeout(go, renewedWithinMs)
  })

/**
 * Runs a call. If the server does not know the cookie, it runs once more, as the session may have been renewed after it was sent; if the server
 * requires a recent proof of identity, the person is asked first. A refused call has changed nothing.
 */
export async function withProof<T>(run: () => Promise<T>): Promise<T> {
  const again = async (code: unknown) => {
    if (code === 'proof-needed') return askForProof()
    if (code === 'not-signed-in') await whileRenewed()
    return code === 'not-signed-in'
  }
  try {
    return await run()
  } catch (error) {
    if (error instanceof ApiError && (await again(error.code))) return run()
    throw error
  }
}

/**
 * Makes one call of the API, and again after a proof of identity where one is needed. `key` is its entry in the contract's table ('POST
 * /api/session'). Throws ApiError; an aborted call throws the signal's reason.
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
  const address = fillAddress(key, rest)
  const request: RequestInit = {
    method,
    headers: { accept: 'application/json', ...fileKeyFor(address) },
    signal: signal ? AbortSignal.any([signal, late]) : late,
  }
  if (body !== undefined) {
    request.headers = { ...request.headers, 'content-type': 'application/json' }
    request.body = JSON.stringify(body)
  }
  const sentAt = Date.now()
  let status: number
  let text: string
  try {
    const answer = await fetch(address, request)
    status = answer.status
    text = await answer.text()
    hearServer(answer.headers.get(nowHeader), sentAt)
    tickAtAnswer()
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
