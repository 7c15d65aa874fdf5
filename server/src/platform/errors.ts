import { fill } from '@deedbox/contract/messages.ts'
import { type ErrorCode, errors } from '@deedbox/contract/refusals.ts'

/** A refusal with a code of the error table; any other error is unexpected and shows only the request id. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfterMinutes: number | undefined

  constructor(
    code: ErrorCode,
    more: {
      values?: Record<string, string | number>
      fields?: Record<string, string>
      retryAfterMinutes?: number
      cause?: unknown
    } = {},
  ) {
    super(fill(errors[code].message, more.values ?? {}), { cause: more.cause })
    this.code = code
    this.status = errors[code].status
    this.fields = more.fields
    this.retryAfterMinutes = more.retryAfterMinutes
  }
}

/** Reason why Deedbox cannot start, explained to the operator and shown without a stack. */
export class StartFault extends Error {
  override readonly name: string = 'StartFault'
}
