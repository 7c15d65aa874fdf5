import { type ErrorCode, errors, fill } from '@deedbox/contract/messages.ts'

/** A refusal with a code of the one error table; everything else that is thrown is a fault and shows only the request id. */
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

/** Why Deedbox cannot start, in words for the person who started it; shown without a stack. */
export class StartFault extends Error {
  override readonly name: string = 'StartFault'
}
