import { authErrorOf } from '@deedbox/contract/auth-errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from './error-handler.ts'

/** The version of the form of errors, by which clients know that `code` is a name. */
const version = '2024-01-01'

/** Answers every error of the authentication API with `{ code, message }`, and with the reasons for a weak password. */
export function authErrorHandler(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const { status: ours, headers, error: described } = describeError(error, request)
  const { code, status, reasons } = authErrorOf(described.code, ours)
  const fields = Object.entries(described.fields ?? {}).map(([field, message]) => `${field}: ${message}`)
  if (described.retryAfterMinutes) reply.header('retry-after', described.retryAfterMinutes * 60)
  return reply
    .headers(headers)
    .header('x-supabase-api-version', version)
    .code(status)
    .send({
      code,
      message: fields.length > 0 ? fields.join('; ') : described.message,
      ...(reasons.length > 0 && { weak_password: { reasons } }),
    })
}
