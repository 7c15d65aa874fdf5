import { type ErrorBody, type ErrorCode, errors } from '@deedbox/contract/refusals.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Trouble, troubleOf } from '../../db/away.ts'
import { Refusal } from '../../platform/errors.ts'

/** Returns what the log may say about an error: name, code and stack frames; never a message that could quote personal data. */
export function loggable(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  const cause: unknown = error.cause
  return {
    name: error.name,
    code,
    cause:
      cause instanceof Error
        ? { name: cause.name, code: 'code' in cause ? String(cause.code) : undefined }
        : undefined,
    frames: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12),
  }
}

const body = (
  request: FastifyRequest,
  code: ErrorCode,
  more: Partial<ErrorBody['error']> = {},
): ErrorBody => ({
  error: { code, message: errors[code].message, requestId: request.id, ...more },
})

/** Lists invalid inputs by path, for the messages under the fields; also those that a call does not have. */
export const invalidFields = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(
    error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [[...issue.path, key].join('.'), 'There is no such field.'])
        : [[issue.path.join('.'), issue.message]],
    ),
  )

/** Our error codes for Fastify's own refusals. */
const byStatus: Record<number, ErrorCode> = {
  404: 'not-found',
  413: 'request-too-large',
  414: 'address-too-long',
  415: 'content-type',
  429: 'too-many-requests',
}
const codeFor = (status: number): ErrorCode | undefined =>
  byStatus[status] ?? (status >= 400 && status < 500 ? 'malformed-request' : undefined)

/** The error code when the database cannot be reached or is out of space. */
const byTrouble: Record<Trouble, ErrorCode> = { away: 'unavailable', full: 'no-space' }
/** Seconds after which a retry makes sense. */
const retryAfter: Partial<Record<ErrorCode, number>> = {
  unavailable: 5,
  'no-space': 60,
  'storage-unavailable': 5,
}

/** Headers that say how to prove who one is, where a token did not (RFC 6750, section 3). */
const challenges: Partial<Record<ErrorCode, string>> = {
  'token-invalid': 'Bearer realm="Deedbox", error="invalid_token"',
  'session-ended': 'Bearer realm="Deedbox", error="invalid_token"',
  'scope-missing': 'Bearer realm="Deedbox", error="insufficient_scope"',
}

/** An error as it is answered, whatever the form of the answer. */
type Described = { status: number; headers: Record<string, string | number>; error: ErrorBody['error'] }

/** Describes an error to the caller; an unexpected one is logged and tells nothing. */
export function describeError(error: FastifyError | Error, request: FastifyRequest): Described {
  const of = (code: ErrorCode, more?: Partial<ErrorBody['error']>, status: number = errors[code].status) => {
    const [seconds, challenge] = [retryAfter[code], challenges[code]]
    const headers = {
      'cache-control': 'no-store',
      ...(seconds && { 'retry-after': seconds }),
      ...(challenge && { 'www-authenticate': challenge }),
    }
    return { status, headers, ...body(request, code, more) }
  }
  const trouble = troubleOf(error)
  if (trouble) {
    request.log.warn(
      { error: loggable(error), route: request.routeOptions.url },
      `the database is ${trouble}`,
    )
    return of(byTrouble[trouble])
  }
  if (error instanceof Refusal)
    return of(error.code, {
      message: error.message,
      ...(error.fields && { fields: error.fields }),
      ...(error.retryAfterMinutes !== undefined && { retryAfterMinutes: error.retryAfterMinutes }),
    })
  if (error instanceof z.ZodError) return of('invalid-input', { fields: invalidFields(error) })
  const status = 'statusCode' in error ? error.statusCode : undefined
  const known = status === undefined ? undefined : codeFor(status)
  if (known) return of(known, {}, status)
  request.log.error({ error: loggable(error), route: request.routeOptions.url }, 'a request failed')
  return of('unexpected')
}

/** Answers every error with `{ error: { code, message, requestId } }`; an unexpected error shows nothing else. */
export function errorHandler(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, error: described } = describeError(error, request)
  return reply.headers(headers).code(status).send({ error: described })
}
