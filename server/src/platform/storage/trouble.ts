import { Refusal } from '../errors.ts'

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** What a person is told of a storage that has no room or cannot be used now; every other error as it is. */
export function storageTrouble(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  const code = 'code' in error ? String(error.code) : ''
  if (FULL_CODES.has(code)) return new Refusal('no-space', { cause: error })
  // A fault of the operating system or the network, or what a service of S3 answered.
  const away = /^E[A-Z]+$/.test(code) || '$metadata' in error || error.name === 'TimeoutError'
  return away ? new Refusal('storage-unavailable', { cause: error }) : error
}
