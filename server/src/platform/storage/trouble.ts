import { Refusal } from '../errors.ts'

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The refusal for a storage that is full or cannot be used now; returns every other error unchanged. */
export function storageTrouble(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  const code = 'code' in error ? String(error.code) : ''
  if (FULL_CODES.has(code)) return new Refusal('no-space', { cause: error })
  // An error of the operating system or the network, or an answer of an S3 service.
  const away = /^E[A-Z]+$/.test(code) || '$metadata' in error || error.name === 'TimeoutError'
  return away ? new Refusal('storage-unavailable', { cause: error }) : error
}
